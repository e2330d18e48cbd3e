import { expect, test } from "vitest";
import { builtAlike, Images } from "./images.ts";

test("a service that names the image of another one's build is built as that one is, for each side anew", () => {
  const side = (context: string) =>
    builtAlike(
      {
        services: {
          web: { image: "blog", build: { context } },
          sidekiq: { image: "blog" },
          db: { image: "redis:7" },
        },
      },
      [],
    );
  const head = side("/head");
  expect(head.services?.sidekiq).toEqual({ image: "blog", build: { context: "/head" } });
  expect(head.services?.db).toEqual({ image: "redis:7" });
  const images = new Images("run");
  expect([...images.names(head).keys()]).toEqual(["web", "sidekiq"]);
  expect(images.of(head).sidekiq).toMatch(/^steelyard-run-0-[0-9a-f]{16}$/);
  expect(images.of(side("/base")).sidekiq).not.toBe(images.of(head).sidekiq);
});

test("it is built as a service that is started, not as one of another profile", () => {
  const services = {
    tools: { image: "blog", build: { context: "/tools" }, profiles: ["tools"] },
    web: { image: "blog", build: { context: "/web" } },
    sidekiq: { image: "blog" },
  };
  const contextWith = (...profiles: string[]) => builtAlike({ services }, profiles).services?.sidekiq?.build;
  expect(contextWith()).toEqual({ context: "/web" });
  expect(contextWith("tools")).toEqual({ context: "/tools" });
});
