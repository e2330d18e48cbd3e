import { expect, test } from "vitest";
import { Tree } from "../tree.ts";
import { healthIn, loadable } from "./route.ts";
import { routesIn } from "./routes.ts";

type Files = Readonly<Record<string, string>>;

/** The paths of a small repository's code; one whose prefix is unknown begins with "…". */
function paths(files: Files): string[] {
  const tree = new Tree(Object.keys(files), (path) => files[path]!);
  return routesIn(tree, tree.sources(".", /\.\w+$/)).map(({ path, isRelative }) =>
    isRelative ? `…${path}` : path,
  );
}

const EXPRESS = {
  "src/main.ts":
    "import routes from './app/routes';\nconst app = express();\napp.use(cors());\napp.use(routes);\napp.get('/', home);",
  "src/app/routes.ts":
    "import tags from './tags';\nimport { router as items } from './items/index.js';\nconst api = Router()\n  .use(tags)\n  .use('/items', auth.optional, items);\nexport default Router().use('/api', api);",
  "src/app/tags.ts": "const router = Router();\nrouter.get('/tags', list);\nexport default router;",
  "src/app/items/index.ts":
    "export const router = Router();\nrouter.get('/', list);\nrouter.route('/top').get(top);\n// router.get('/old', old);",
};

const CASES: Record<string, readonly [Files, string[]]> = {
  "Express: routers in routers, chains, and names of imports": [
    EXPRESS,
    ["/", "/api/tags", "/api/items/", "/api/items/top"],
  ],
  "Express: a router that is required in place, or stands in a table of them": [
    {
      "app.js": "const v1 = require('./v1');\napp.use('/v1', v1);\napp.use('/live', require('./live'));",
      "v1/index.js":
        "const docs = require('./docs.route');\nconst defaults = [{ path: '/docs', route: docs }];\ndefaults.forEach((one) => router.use(one.path, one.route));\nmodule.exports = router;",
      "v1/docs.route.js": "const router = express.Router();\nrouter.get('/all', all);",
      "live.js": "const router = Router();\nrouter.get('/now', now);",
    },
    ["/live/now", "/v1/docs/all"],
  ],
  "Express: a router that nobody mounts": [{ "a.js": "router.get('/x', x);\nrouter.get('/', y);" }, ["…/x"]],
  "Koa: prefixes of routers, and an application that is a class": [
    {
      "app/app.js":
        "const router = require('./routes');\nclass App extends Koa {\n  constructor() {\n    this.use(router.routes());\n  }\n}",
      "app/routes.js": "const router = new Router({ prefix: '/api' });\nrouter.get('/spec', spec);",
    },
    ["/api/spec"],
  ],
  "Fastify: the long form, below the prefix that a plugin says": [
    {
      "package.json": '{ "dependencies": { "fastify": "5" } }',
      "routes/status.js":
        "export const autoPrefix = '/_app';\nfastify.route({\n  method: 'GET',\n  path: '/status',\n  handler: onStatus\n});",
      "routes/shop/items.js": "fastify.get('/', list);\nfastify.route({ method: 'POST', url: '/new' });",
    },
    ["/_app/status", "/shop/"],
  ],
  "Fastify: plugins that call their own instance `app`, a prefix without slash, and an application beside them":
    [
      {
        "src/server.ts":
          "import { events } from './events';\nasync function tags(app) {\n  app.get('/all', all);\n}\nconst app = fastify();\napp.get('/hello', hello);\napp.register(events, { prefix: 'api/events' });\napp.register(tags, { prefix: '/tags' });",
        "src/events.ts":
          "const events = async (app: FastifyInstance) => {\n  app.get('', list);\n  app.get('/next', next);\n};\nexport { events };",
        "src/plain.js": "module.exports = function plain(app) {\n  app.get('/plain', plain);\n};",
      },
      ["/api/events", "/api/events/next", "/plain", "/tags/all", "/hello"],
    ],
  "Express: a check of a token in a list of middleware": [
    { "a.js": "const app = express();\napp.get('/a', [checkJwt, role('X')], a);\napp.get('/b', b);" },
    ["/b"],
  ],
  "Hono: tables of OpenAPI, without those for accounts": [
    {
      "tasks.ts":
        'import { createRoute } from "@hono/zod-openapi";\nconst list = createRoute({\n  path: "/tasks",\n  method: "get",\n});\nconst create = createRoute({ path: "/new", method: "post" });\nconst one = createRoute({ method: "get", path: "/tasks/{id}" });\nconst mine = createRoute({ method: "get", path: "/mine", security: [] });',
    },
    ["/tasks"],
  ],
  "Symfony: attributes of classes and methods, below the prefix with a locale": [
    {
      "config/routes.yaml": "controllers:\n    resource: routing.controllers\n    prefix: /{_locale}\n",
      "config/services.yaml": "parameters:\n    app.locale: 'fr'\n",
      "src/Blog.php":
        "#[Route('/blog')]\nfinal class Blog {\n    #[Route('/', name: 'all', methods: ['GET'])]\n    #[Cache(smaxage: 10)]\n    public function all() {}\n    #[Route(path: '/rss')]\n    public function rss() {}\n    #[Route('/{id}')]\n    public function one() {}\n    #[Route('/send', methods: ['POST'])]\n    public function send() {}\n    #[Route('/own')]\n    #[IsGranted('ROLE_USER')]\n    public function own() {}\n}",
      "src/Mine.php":
        "#[Route('/mine'), IsGranted('ROLE_USER')]\nclass Mine {\n    #[Route('/all')]\n    public function all() {}\n}",
    },
    ["/fr/blog/", "/fr/blog/rss"],
  ],
  "hapi: a table, and the prefix of its plugin": [
    {
      "package.json": '{ "dependencies": { "@hapi/hapi": "21" } }',
      "lib/manifest.js": "{ plugin: './api', options: { routes: { prefix: '/api' } } }",
      "lib/routes.js":
        "[{ method: 'GET', path: '/tags', config: { auth: { mode: 'try' } } },\n{ method: 'GET', path: '/tags/{id}' }, { method: 'POST', path: '/x' },\n{ method: 'GET', path: '/mine', options: { auth: 'jwt' } }]",
    },
    ["/api/tags"],
  ],
  "Nest: a global prefix; one that is commented out is none": [
    {
      "src/main.ts": "  // app.setGlobalPrefix('/old');\n  app.setGlobalPrefix('api');",
      "src/items.controller.ts":
        "@Controller('items')\nclass A {\n  @Get()\n  all() {}\n  @Get('top')\n  top() {}\n}",
    },
    ["/api/items", "/api/items/top"],
  ],
  "Nest: guards of a class and of a method, and a limiter, which is none": [
    {
      "src/main.ts": "app.listen(3000);",
      "src/orders.controller.ts":
        "@Controller('orders')\n@UseGuards(AuthGuard('jwt'))\nexport class A {\n  @Get()\n  all() {}\n}",
      "src/items.controller.ts":
        "@UseGuards(ThrottlerGuard)\n@Controller('items')\nexport class B {\n  @Get('top')\n  top() {\n    return 1;\n  }\n\n  @Get('mine')\n  @Roles('ADMIN')\n  @UseGuards(RolesGuard)\n  async mine() {}\n\n  @Get('all')\n  all() {}\n}",
    },
    ["/items/top", "/items/all"],
  ],
  "Nest: a guard of the whole application, and a route that is open": [
    {
      "src/main.ts": "app.listen(3000);",
      "src/app.module.ts": "providers: [{ provide: APP_GUARD, useClass: JwtAuthGuard }]",
      "src/items.controller.ts":
        "@Controller('items')\nexport class B {\n  @Public()\n  @Get('top')\n  top() {}\n\n  @Get()\n  all() {}\n}",
    },
    ["/items/top"],
  ],
  "FastAPI: prefixes of included routers, one from a setting": [
    {
      "app/main.py":
        "from app.api.routes.api import router as api_router\n\ndef get_application() -> FastAPI:\n    application = FastAPI()\n    application.include_router(api_router, prefix=settings.api_prefix)",
      "app/core/settings.py": 'class Settings:\n    api_prefix: str = "/api"',
      "app/api/routes/api.py":
        'from app.api.routes import (\n    items,\n    tags,\n)\nrouter = APIRouter()\nrouter.include_router(tags.router, tags=["tags"], prefix="/tags")\nrouter.include_router(\n    items.router,\n    prefix="/shops/{shop}/items",\n)',
      "app/api/routes/tags.py":
        'router = APIRouter()\n\n@router.get("", response_model=Tags)\ndef all(): ...\n\n@router.get("/top")\ndef top(): ...',
      "app/api/routes/items.py": 'router = APIRouter()\n\n@router.get("/all")\ndef all(): ...',
    },
    ["/api/tags", "/api/tags/top"],
  ],
  "FastAPI: routers that their package hands on, and that are included by keyword": [
    {
      "app/main.py":
        'from app.routers import (\n    items_router,\n)\napp = FastAPI()\napp.include_router(router=items_router, prefix="/v1")',
      "app/routers/__init__.py": "from .items import router as items_router",
      "app/routers/items.py":
        'router = APIRouter(prefix="/items")\n\n@router.get("/")\nasync def all(): ...\n\n@router.get("/top")\nasync def top(\n    service: Service = Depends(made),\n    n: int = 20,\n): ...\n\n@router.get("/search")\nasync def search(service: Service, q: str): ...',
    },
    ["/v1/items/", "/v1/items/top"], // a search demands a parameter
  ],
  "Flask: a blueprint of a module, without POST": [
    {
      "shop/app.py":
        "from shop import user\n\ndef create():\n    app.register_blueprint(user.views.blueprint)",
      "shop/user/views.py":
        "blueprint = Blueprint('user', __name__, url_prefix='/u')\n\n@blueprint.route('/list', methods=('GET',))\ndef list(): ...\n\n@blueprint.route('/new', methods=('POST',))\ndef new(): ...",
    },
    ["/u/list"],
  ],
  "echo: a function of a package that is imported by another name": [
    {
      "main.go":
        'package main\n\nimport itemHttp "acme.org/shop/items/http"\n\nfunc main() {\n\te := echo.New()\n\titems := e.Group("/items")\n\titemHttp.MapRoutes(items)\n}',
      "items/http/routes.go":
        'package http\n\nfunc MapRoutes(items *echo.Group) {\n\titems.GET("/all", list)\n}',
    },
    ["/items/all"],
  ],
  "Flask: blueprints of any name, by the short form": [
    {
      "shop/app.py": "from shop.up import up\n\ndef create():\n    app.register_blueprint(up)",
      "shop/up.py": "up = Blueprint('up', __name__, url_prefix='/up')\n\n@up.get('/')\ndef index(): ...",
    },
    ["/up/"],
  ],
  "Flask-RESTful: classes with a method for GET, below a blueprint and a prefix": [
    {
      "shop/app.py":
        "from shop.api import bp\n\ndef create():\n    app.register_blueprint(bp, url_prefix='/api')",
      "shop/api.py":
        "from flask_restful import Api\nbp = Blueprint('api', __name__)\napi = Api(bp, prefix='/v1')\napi.add_resource(views.Items, '/items')\napi.add_resource(Item, '/items/<int:id>')\napi.add_resource(Orders, '/orders')\napi.add_resource(Mine, '/mine')",
      "shop/views.py":
        "class Items(Resource):\n    def post(self): ...\n\n    def get(self): ...\n\nclass Item(Resource):\n    def get(self, id): ...\n\nclass Orders(Resource):\n    def post(self): ...\n\nclass Mine(Resource):\n    @jwt_required()\n    def get(self): ...",
    },
    ["/api/v1/items"],
  ],
  "Flask-RESTful: on the application": [
    {
      "app.py":
        "import flask_restful as restful\napp = Flask(__name__)\napi = restful.Api(app)\nclass Items(Resource):\n    def get(self): ...\n\napi.add_resource(Items, '/items', '/all')",
    },
    ["/items"],
  ],
  Starlette: [{ "app.py": "routes = [\n    Route('/', home),\n    Mount('/static', files),\n]" }, ["/"]],
  "Django: included lists, and views without an account": [
    {
      "shop/settings.py": "ROOT_URLCONF = 'shop.urls'",
      "shop/urls.py":
        '"""\n    1. Add a URL: path(\'docs\', x)\n"""\nprefix = ""\nurlpatterns = [\n    path("admin/", admin.site.urls),\n    path(prefix, include("shop.front.urls")),\n    url(r"^api/", include("shop.api.urls", namespace="api")),\n]',
      "shop/front/urls.py":
        'item_urls = [\n    path("edit", views.edit),\n]\nurlpatterns = [\n    path("", views.index, name="index"),\n    path("items/<int:id>/", include(item_urls)),\n    path("mine/", views.mine),\n    path("docs/", include(doc_urls)),\n]\ndoc_urls = [\n    path("cron/", views.cron),\n]',
      "shop/front/views.py":
        "def index(request): ...\n\n@login_required\ndef mine(request): ...\n\ndef cron(request): ...",
      "shop/api/urls.py":
        "router = DefaultRouter(trailing_slash=False)\nrouter.register(r'articles', ArticleViewSet)\nurlpatterns = [\n    url(r'^', include(router.urls)),\n    url(r'^tags/?$', TagList.as_view()),\n    url(r'^users/?$', Register.as_view()),\n]",
      "shop/api/views.py":
        "class Register(APIView):\n    def post(self, request): ...\n\nclass TagList(generics.ListAPIView):\n    queryset = 1",
    },
    ["/", "/docs/cron/", "/api/articles", "/api/tags"],
  ],
  "Django: a router's list as the list itself, and one that another module gives": [
    {
      "settings.py": "ROOT_URLCONF = 'shop.urls'",
      "shop/urls.py":
        'from items.urls import item_urls\nurlpatterns = [\n    path("api/", include("orders.urls")),\n]\nurlpatterns += item_urls',
      "items/urls.py": 'router.register(r"items", ItemViewSet)\nitem_urls = router.urls',
      "orders/urls.py": 'router.register("orders", OrderViewSet)\nurlpatterns = router.urls\n',
    },
    ["/api/orders/", "/items/"],
  ],
  "Django: views in apis.py, and an included list in place": [
    {
      "settings.py": "ROOT_URLCONF = 'urls'",
      "urls.py":
        'urlpatterns = [\n    path("users/", UserList.as_view()),\n    path("create/", UserCreate.as_view()),\n    path("files/", include(([path("new/", include(([path("all/", UserCreate.as_view())], "b")))], "a"))),\n]',
      "apis.py":
        "class UserList(APIView):\n    def get(self, request): ...\n\nclass UserCreate(APIView):\n    def post(self, request): ...",
    },
    ["/users/"],
  ],
  "gin: groups that are handed to functions": [
    {
      "main.go":
        'func main() {\n\tr := gin.Default()\n\tv1 := r.Group("/api")\n\titems.Register(db, v1.Group("/items"))\n\tping := r.Group("/ping")\n\tping.GET("/", pong)\n}',
      "items/routers.go":
        'func Register(db *DB, router *gin.RouterGroup) {\n\trouter.GET("/", List)\n\trouter.GET("/:id", Get)\n}',
    },
    ["/ping/", "/api/items/"],
  ],
  "functions of one name in two packages, and calls over several lines": [
    {
      "main.go":
        'func build() {\n\trouter := routing.New()\n\thealth.Register(router, Version)\n\trg := router.Group("/v1")\n\talbum.Register(rg.Group(""),\n\t\talbum.New(db, log(a)),\n\t)\n}',
      "health/api.go": 'func Register(r *routing.Router, version string) {\n\tr.Get("/now", now)\n}',
      "album/api.go": 'func Register(r *routing.RouteGroup, service Service) {\n\tr.Get("/albums", all)\n}',
    },
    ["/now", "/v1/albums"],
  ],
  "chi: blocks, and routers that are mounted; one of several methods of a name is unknown": [
    {
      "api.go":
        'func New() {\n\tr := chi.NewRouter()\n\tr.Get("/healthz", ok)\n\tr.Route("/shops", func(r chi.Router) {\n\t\tr.Get("/all", all)\n\t})\n\tr.Mount("/app", app.Router())\n\tr.Mount("/a", one.router())\n\tr.Mount("/b", two.router())\n}',
      "app/api.go": 'func (a *API) Router() *chi.Mux {\n\tr := chi.NewRouter()\n\tr.Get("/list", list)\n}',
      "one/api.go":
        'func (a *One) router() *chi.Mux {\n\tr := chi.NewRouter()\n\tr.Get("/", list)\n\tr.Get("/x", list)\n}',
    },
    ["/healthz", "/shops/all", "/app/list", "…/x"],
  ],
  "Go: groups behind middleware for accounts, unless it is optional": [
    {
      "main.go":
        'func main() {\n\tr := gin.Default()\n\tr.GET("/open", a)\n\tauth := r.Group("/in").Use(authMiddleware(maker))\n\tauth.GET("/list", b)\n\tv1 := r.Group("/v1")\n\tv1.Use(users.AuthMiddleware(false))\n\tv1.GET("/tags", c)\n\tmine := v1.Group("", middleware.JWT(key))\n\tdeep := mine.Group("/deep")\n\tdeep.GET("/history", d)\n}',
    },
    ["/open", "/v1/tags"],
  ],
  "chi: blocks behind middleware for accounts": [
    {
      "api.go":
        'func New() {\n\tr := chi.NewRouter()\n\tr.Route("/api", func(r chi.Router) {\n\t\tr.Group(func(r chi.Router) {\n\t\t\tr.Use(jwtauth.Authenticator)\n\t\t\tr.Route("/my", func(r chi.Router) {\n\t\t\t\tr.Get("/orders", orders)\n\t\t\t})\n\t\t})\n\t\tr.Get("/items", items)\n\t})\n}',
    },
    ["/api/items"],
  ],
  "fiber: the application in a field": [
    {
      "app.go": "func Run() {\n\tserver := httpserver.New()\n\trest.NewRouter(server.App, cfg)\n}",
      "rest/router.go": 'func NewRouter(app *fiber.App, cfg *Config) {\n\tapp.Get("/healthz", ok)\n}',
    },
    ["/healthz"],
  ],
  "gorilla: subrouters": [
    {
      "http.go":
        'func New() *Server {\n\trouter := s.router.PathPrefix("/api").Subrouter()\n\t{\n\t\tr := router.PathPrefix("/").Subrouter()\n\t\ts.registerDials(r)\n\t}\n}\nfunc (s *Server) registerDials(r *mux.Router) {\n\tr.HandleFunc("/dials", s.dials).Methods("GET")\n}\nfunc (s *Server) debug() {\n\ts.router.HandleFunc("/version", s.version)\n}',
    },
    ["/api/dials", "/version"],
  ],
  "ASP.NET Core: controllers, without methods that need an account": [
    {
      "Base.cs":
        '[ApiController]\n[Route("api/[controller]")]\npublic abstract class Base : ControllerBase {}',
      "ItemsController.cs":
        'public class ItemsController(IMediator mediator) : Base\n{\n    [HttpGet]\n    public Items Get() => all;\n\n    [HttpGet("{id}")]\n    public Item One(int id) => one;\n\n    [Authorize]\n    [HttpGet("mine")]\n    public Items Mine() => mine;\n}',
      "TagsController.cs":
        '[Authorize]\n[Route("tags")]\npublic class TagsController : Controller\n{\n    [HttpGet("top")]\n    [AllowAnonymous]\n    public Tags Top() => top;\n\n    [HttpGet("/all")]\n    public Tags All() => all;\n}',
    },
    ["/api/Items", "/tags/top"],
  ],
  "ASP.NET Core: minimal APIs in groups": [
    {
      "Program.cs":
        'var app = builder.Build();\napp.MapHealthChecks("/health");\nvar api = app.MapGroup("/api");\nvar mine = api.MapGroup("/mine").RequireAuthorization();\napi.MapGet("/items", () => all);\napi.MapGet("/carts", () => carts)\n    .RequireAuthorization();\nmine.MapGet("/orders", () => orders);\n// app.MapGet("/old", () => old);\napp.Run();',
      "Shops.cs":
        'public static void MapShops(this IEndpointRouteBuilder app)\n{\n    app.MapGet("/shops", () => shops);\n}',
      "Tags.cs":
        'public static void MapTags(this IEndpointRouteBuilder builder)\n{\n    var tags = builder.MapGroup("tags");\n    tags.MapGet("/top", () => top);\n}\n\npublic static void MapOld(this IEndpointRouteBuilder builder)\n{\n    builder.MapGet("/old", () => old);\n}',
      "Routes.cs": "public static void MapAll(this WebApplication app) => app.MapTags();",
      "Start.cs": "var app = builder.Build();\napp.MapAll();",
    },
    ["/health", "/api/items", "…/shops", "/tags/top", "…/old"],
  ],
  "Ktor: blocks, and functions that extend a router": [
    {
      "App.kt":
        'import io.ktor.server.routing.*\nfun Application.setup() {\n    routing {\n        get("/") { call.respondRedirect("/docs") }\n        get("/healthz") { ok() }\n        route("/api") {\n            items()\n        }\n    }\n}',
      "Items.kt":
        'import io.ktor.server.routing.*\nfun Route.items() {\n    route("items") {\n        get { all() }\n        get("{id}") { one() }\n        authenticate {\n            get("mine") { mine() }\n        }\n        authenticate(optional = true) {\n            get("top") { top() }\n        }\n    }\n}',
    },
    ["/healthz", "/api/items", "/api/items/top"],
  ],
  "Ktor: calls in the line of a block, in a function that another one calls, and blocks of the project's own for accounts":
    [
      {
        "App.kt":
          'import io.ktor.server.routing.*\nfun Application.setup() {\n    routing {\n        route("/api") {\n            shop()\n        }\n    }\n}\n\nprivate fun Route.shop() {\n    route("brands") { brands() }\n    route("carts") { carts() }\n    sellerAuth {\n        route("stocks") { stocks() }\n    }\n}',
        "Brands.kt":
          'import io.ktor.server.routing.*\nfun Route.brands() {\n    get {\n    }\n    get("top") { top() }\n}\nfun Route.stocks() {\n    get { all() }\n}',
        "Carts.kt":
          'import io.ktor.server.routing.*\nfun Route.carts() {\n    requireRole {\n        get("summary") { sum() }\n    }\n}',
      },
      ["/api/brands", "/api/brands/top"],
    ],
  "JAX-RS: below the path of the whole service, without accounts, values that are required, and clients": [
    {
      "shop/src/main/resources/application.properties":
        "quarkus.http.root-path=/shop\nquarkus.rest.path=/api",
      "shop/src/main/java/A.java":
        'import jakarta.ws.rs.*;\n@Path("/items")\n@Produces("text/plain")\npublic class A {\n  private final Items items;\n  @GET\n  @Operation(summary = "All of them (paged)")\n  public Response all(@QueryParam("offset") @DefaultValue("0") int offset) { }\n\n  @Path("/top") @GET\n  @Secured(optional = true)\n  Response top() { }\n\n  @GET\n  @Secured({Role.USER})\n  @Path("mine")\n  Response mine() { }\n\n  @GET\n  @Path("/{id}")\n  Response one(@PathParam("id") @NotNull UUID id) { }\n\n  @GET\n  @Path("/found")\n  Response found(@QueryParam("page") int page, @NotBlank @QueryParam("q") String text) { }\n\n  @POST\n  @Path("/new")\n  Response add() { }\n\n  @GET\n  @Path("/news")\n  @Produces(MediaType.SERVER_SENT_EVENTS)\n  Multi<A> news() { }\n}',
      "shop/src/main/kotlin/B.kt":
        'import javax.ws.rs.*\n@Path("orders")\n@RolesAllowed("user")\nclass B(\n    private val orders: Orders,\n) {\n    @GET\n    fun all(): List<Order> = orders.all()\n\n    @GET\n    @Path("open")\n    @PermitAll\n    fun open(): List<Order> = orders.open()\n}',
      "shop/src/main/java/C.java":
        'import jakarta.ws.rs.*;\n@Path("/prices")\n@RegisterRestClient\npublic interface C {\n  @GET\n  List<Price> all();\n}',
    },
    ["/shop/api/items", "/shop/api/items/top", "/shop/api/orders/open"],
  ],
  "JAX-RS: the path of its application": [
    {
      "App.java": 'import jakarta.ws.rs.*;\n@ApplicationPath("/v1")\npublic class App extends Application {}',
      "A.java": 'import jakarta.ws.rs.*;\n@Path("tags")\npublic class A {\n  @GET\n  List<Tag> all() { }\n}',
    },
    ["/v1/tags"],
  ],
  "Micronaut: paths of settings, methods of an interface, without values that are required and accounts": [
    {
      "shop/src/main/resources/application.yml":
        "api:\n  version: /v1\nmicronaut:\n  server:\n    context-path: /shop\n",
      "shop/src/main/java/A.java":
        // biome-ignore lint/suspicious/noTemplateCurlyInString: Micronaut writes placeholders this way
        'import io.micronaut.http.annotation.*;\n@Controller("${api.version}")\npublic class A implements Operations {\n  public List<Item> all(String tag) { }\n}',
      "api/src/main/java/Operations.java":
        'import io.micronaut.http.annotation.*;\npublic interface Operations {\n\n    @Get("/items{?tag,limit}")\n    List<Item> all(@QueryValue(value = "tag") @Nullable String tag, @QueryValue(value = "limit", defaultValue = "20") int limit);\n\n    @Get("/items/{id}")\n    Item one(long id);\n\n    @Get(uri = "/found")\n    List<Item> found(@QueryValue("q") String q);\n}',
      "shop/src/main/kotlin/B.kt":
        'import io.micronaut.http.annotation.*\n@Controller("/orders")\n@Secured(SecurityRule.IS_AUTHENTICATED)\nclass B {\n    @Get\n    fun all() = orders.all()\n\n    @Get("/open")\n    @Secured(SecurityRule.IS_ANONYMOUS)\n    fun open() = orders.open()\n}',
    },
    ["/shop/v1/items", "/shop/orders/open"],
  ],
  "Spring: the path of the whole service": [
    {
      "shop/src/main/resources/application.properties": "server.servlet.context-path=/shop",
      "shop/src/main/java/A.java":
        '@RestController\n@RequestMapping("/api")\npublic class A {\n@GetMapping("/items") List<Item> all() {}\n}',
    },
    ["/shop/api/items"],
  ],
  "Spring: no value of the query and no header that is required": [
    {
      "A.java":
        '@RestController\npublic class A {\n  @GetMapping("/titles")\n  @Operation(tags = {"a"})\n  List<A> titles(@RequestParam String title) throws E {}\n  @GetMapping("/named")\n  List<A> named(@RequestParam("n") String name) {}\n  @GetMapping("/pages")\n  List<A> pages(@RequestParam(defaultValue = "0") int page, @RequestParam(required = false) String by, @RequestParam Optional<String> to, @RequestParam Map<String, String> all, @RequestHeader HttpHeaders sent) {}\n  @GetMapping("/mine")\n  List<A> mine(@RequestHeader("x-requester-id") UUID requester) {}\n  @GetMapping\n  List<A> all() {}\n  @PostMapping\n  A add(@RequestParam String name) {}\n}',
      "B.kt":
        '@RestController\nclass B {\n  @GetMapping("/open")\n  fun open(@RequestParam page: Int?): List<B> = all()\n  private fun other(@RequestParam id: Int) = 1\n  @GetMapping("/closed")\n  fun closed(@RequestParam id: Int): B {}\n}',
    },
    ["/pages", "/", "/open"],
  ],
  "Spring: the path of the class": [
    {
      "A.java":
        '@RestController\n@RequestMapping(path = "tags")\npublic class A {\n  @GetMapping\n  Tags all() {}\n  @GetMapping("/top")\n  Tags top() {}\n}',
      "B.java":
        '@Controller\n@RequestMapping("/owners/{id}")\nclass B {\n  @GetMapping("/pets")\n  String pets() {}\n}',
      "C.java": 'class C {\n  @GetMapping("/none")\n}',
    },
    ["/tags", "/tags/top"],
  ],
  "Rocket: the mount of a handler": [
    {
      "src/lib.rs":
        'rocket::build().mount(\n  "/api",\n  routes![\n    routes::items::list,\n    routes::tags::get_tags,\n  ],\n)',
      "src/routes/tags.rs":
        '#[get("/tags?<page..>")]\npub async fn get_tags() {}\n#[get("/tags/<id>")]\npub fn get_tag() {}',
    },
    ["/api/tags"],
  ],
  "actix: scopes": [
    {
      "src/routes.rs":
        'cfg.service(\n  web::scope("/api")\n    .service(\n      web::scope("/tags").route("", get().to(index)),\n    )\n    .service(\n      web::scope("/users")\n        .route("/all", web::get().to(all))\n        .route("", post().to(signup)),\n    ),\n);',
    },
    ["/api/tags", "/api/users/all"],
  ],
  "axum: routers that are nested in place, in variables, and from functions of other modules": [
    {
      "src/main.rs": `mod api;
mod items;
#[tokio::main]
async fn main() {
    let pages = Router::new().route("/about", get(about));
    let app = Router::new()
        .nest("/admin", Router::new().route("/open", get(open)).layer(Trace::new()))
        .route("/health", get(|| async { "ok" }))
        .nest("/pages", pages)
        .nest("/api", api::router(state.clone()))
        .merge(extra());
    axum::serve(listener, app).await.unwrap();
}
fn extra() -> Router {
    Router::new().route("/extra", get(extra_page))
}
`,
      "src/api/mod.rs": `use crate::items::routes as item_routes;
use crate::items;
pub fn router(state: State) -> Router<State> {
    let router = Router::new()
        .nest("/items", items::routes())
        .route(
            "/version",
            get(version),
        );
    router.with_state(state)
}
`,
      "src/items.rs": `pub(crate) fn routes() -> Router<State> {
    Router::new()
        .route("/", get(list).post(create))
        .route("/top", get(top))
        .route("/{id}", get(one))
}
pub fn unused() -> Router {
    Router::new().route("/never", get(never))
}
`,
    },
    [
      "/api/items",
      "/api/items/top",
      "…/never",
      "/api/version",
      "/pages/about",
      "/admin/open",
      "/health",
      "/extra",
    ],
  ],
  "axum: other methods before GET, or instead of it": [
    {
      "src/routes.rs": `pub fn router() -> Router {
    Router::new()
        .route("/books", post(create).get(list))
        .route("/tags", axum::routing::post(add)
            .get(all))
        .route("/orders", post(order))
        .route("/health", get(|| async { "ok" }))
}
`,
      "src/main.rs": "fn main() { serve(routes::router()); }",
    },
    ["/books", "/health", "/tags"],
  ],
  "axum: functions of the same name in modules and types, a result, and a prefix with a parameter": [
    {
      "src/app.rs": `pub fn configure() -> Result<Router, Error> {
    let health = Router::new().route("/db", get(db));
    Ok(Router::new()
        .merge(users_module::configure())
        .merge(files_module::configure())
        .nest("/types", TagsRouter::new_router(state))
        .nest("/:v/hc", health))
}
`,
      "src/main.rs": "fn main() { serve(app::configure()?); }",
      "src/users_module.rs": `pub fn configure() -> Router {
    Router::new().nest("/users", controller::routes())
}
`,
      "src/users/controller.rs": `pub fn routes() -> Router {
    Router::new().route("/top", get(top))
}
`,
      "src/files_module.rs": `pub fn configure() -> Router {
    Router::new().route("/files", get(files))
}
`,
      "src/tags.rs": `impl TagsRouter {
    pub fn new_router(state: State) -> Router {
        Router::new().route("/tags", get(tags))
    }
}
`,
    },
    ["/files", "/types/tags", "/users/top"],
  ],
  "aiohttp: routers, lists and tables of routes": [
    {
      "app/main.py":
        'from aiohttp import web\nfrom .views import routes\napp = web.Application()\napp.add_routes(routes)\napp.add_routes([web.get("/list", listing), web.post("/new", new), web.get("/one/{id}", one)])\n',
      "app/routes.py":
        "def setup(app):\n    app.router.add_get('/', index, name='index')\n    add_route = app.router.add_route\n    add_route('GET', '/long', long)\n    add_route('POST', '/sent', sent)\n",
      "app/views.py":
        'routes = web.RouteTableDef()\n\n@routes.get("/table")\nasync def table(request):\n    pass\n',
    },
    ["/", "/long", "/list", "/table"],
  ],
  "aiohttp: an application below another one": [
    {
      "main.py":
        'from aiohttp import web\nroot.add_subapp("/admin", admin)\nadmin.router.add_get("/users", users)\n',
    },
    ["…/users"],
  ],
  "Rails: scopes, and lists that are open": [
    {
      "config/routes.rb":
        'Rails.application.routes.draw do\n  root to: "home#index"\n  get "/page/:page" => "home#index"\n  get "/newest" => "home#newest"\n  # get "old"\n  scope :api, defaults: { format: :json } do\n    resource :user, only: [:show]\n    resources :articles, except: [:edit] do\n      resources :comments\n      get :feed, on: :collection\n    end\n    resources :tags, only: [:index]\n    resources :profiles, only: [:show]\n  end\n  authenticate :user do\n    get "secret" => "a#b"\n  end\n  get "moved", to: redirect("/x")\nend',
    },
    ["/", "/newest", "/api/articles", "/api/tags"],
  ],
  "Laravel: its API, groups, and what needs an account": [
    {
      "routes/api.php":
        "Route::group(['prefix' => 'v1'], function () {\n    Route::get('tags', 'TagController@index');\n    Route::apiResource('posts', PostController::class)->only('index', 'show');\n    Route::apiResource('posts.comments', C::class);\n    Route::middleware('auth:api')->group(function () {\n        Route::get('mine', 'A@b');\n    });\n    Route::resource('media', M::class)->only('store');\n});",
      "routes/web.php": "Route::get('/', 'HomeController@index');",
    },
    ["/api/v1/tags", "/api/v1/posts", "/"],
  ],
};

test.each(Object.entries(CASES))("%s", (_, [files, want]) =>
  expect(paths(files).sort()).toEqual([...want].sort()),
);

test("routers that mount each other have no prefix", () => {
  const files = {
    "a.js": "const b = require('./b');\nrouter.use('/b', b);\nrouter.get('/x', x);",
    "b.js": "const a = require('./a');\nrouter.use('/a', a);",
  };
  expect(paths(files)).toEqual(["…/x"]);
});

test.each([
  ["/api/healthchecker", true],
  ["/api/checkers", false],
])("%s tells whether a service is up: %s", (path, want) =>
  expect(healthIn([{ path, file: "main.py", line: 1, isRelative: false }]) !== null).toBe(want),
);

test("words of accounts in other words leave a route in the load", () => {
  const paths = ["/assignments/", "/authors", "/designs", "/sign-up", "/auth/me", "/authorize"];
  const routes = paths.map((path) => ({ path, file: "urls.py", line: 1, isRelative: false }));
  expect(loadable(routes).map(({ path }) => path)).toEqual(["/assignments/", "/authors", "/designs"]);
});
