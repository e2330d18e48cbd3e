/**
 * The part of the agent for Python that measures waits and calls, as text that is inserted into it.
 *
 * The thread that looks at others sees which ones wait for a lock: they stand at `with`, or at the call of `acquire`, of
 * something in C. Nothing of a lock can be replaced, as it may be anywhere, and is of a type in C.
 *
 * Functions that sleep, those of asyncio that wait for other tasks, and those that call other services by HTTP are replaced,
 * while a profile is taken, by such that measure them, too.
 */
export const WAITS = `    shortest = 0.0001
    nearest = 8
    timer, lock, task, other = "a timer", "a lock", "another task", "another thread"
    # Files of packages that wait for a connection of a pool.
    pools = (
        *("sqlalchemy/pool/impl.py", "psycopg_pool/pool.py", "psycopg_pool/pool_async.py", "asyncpg/pool.py"),
        *("aiomysql/pool.py", "redis/connection.py", "redis/asyncio/connection.py", "urllib3/connectionpool.py"),
    )

    def locks_in(code):
        # The places in a function at which it may be waiting for a lock.
        places, name = set(), None
        for at in dis.get_instructions(code):
            if at.opname in ("LOAD_METHOD", "LOAD_ATTR"):
                name = at.argval
            elif at.opname == "LOAD_SPECIAL":
                name = "__enter__"
            elif at.opname in ("SETUP_WITH", "BEFORE_WITH"):
                places.add(at.offset)
            elif "CALL" in at.opname:
                if name in ("acquire", "__enter__"):
                    places.add(at.offset)
                if at.opname != "PRECALL":
                    name = None
        return places

    def wait_of(frame):
        code, known = frame.f_code, state["locking"]
        if id(code) not in known:
            known[id(code)] = (locks_in(code), code)
        if frame.f_lasti not in known[id(code)][0]:
            return None
        if os.path.basename(code.co_filename) != "threading.py":
            return lock
        # A semaphore waits for a condition, and that for a lock of its own.
        above = frame.f_back.f_code if frame.f_back is not None else code
        return lock if above.co_filename == code.co_filename and above.co_name == "acquire" else other

    def waited(codes, seconds, reason):
        if reason != timer and any(code.co_filename.endswith(pools) for code in codes[:nearest]):
            reason = "a connection"
        key, waits = (reason, *map(id, codes)), state["waits"]  # the hash of a code takes as long as all the rest
        if state["on"] is not None and (key in waits or len(waits) < 1000):
            waits.setdefault(key, [[reason, *codes], 0.0])[1] += seconds

    def called(method, host, began):
        text, calls = "%s %s" % (method, host), state["calls"]
        if state["on"] is not None and (text in calls or len(calls) < 200):
            sums = calls.setdefault(text, [0, 0.0])
            sums[0] += 1
            sums[1] += time.perf_counter() - began

    def replace(module, path, wrapped):
        owner, names = sys.modules.get(module), path.split(".")
        for name in names[:-1]:
            owner = getattr(owner, name, None)
        original = getattr(owner, names[-1], None)
        if original is None:
            return
        ours = wrapped(original)
        places = [(owner, names[-1])]
        if len(names) == 1:  # and wherever it was imported by name
            places = [
                (one, name)
                for one in list(sys.modules.values())
                for name, value in list(getattr(one, "__dict__", {}).items())
                if value is original
            ]
        for one, name in places:
            try:
                setattr(one, name, ours)
                state["replaced"].append((one, name, original, ours))
            except Exception:
                pass

    def watch():
        def lasted(began, caller, reason):
            seconds = time.perf_counter() - began
            # A condition that has waited acquires its lock again.
            is_inner = caller.f_code.co_name == "wait" and caller.f_code.co_filename.endswith("asyncio/locks.py")
            if seconds >= shortest and not is_inner:
                waited(stack(caller), seconds, reason)

        def slept(original):
            def sleep(*args, **kwargs):
                began = time.perf_counter()
                original(*args, **kwargs)
                lasted(began, sys._getframe(1), timer)

            return sleep

        def awaiting(reason):
            def wrapped(original):
                async def wait(*args, **kwargs):
                    began = time.perf_counter()
                    result = await original(*args, **kwargs)
                    lasted(began, sys._getframe(1), reason)
                    return result

                return wait

            return wrapped

        def put(original):
            def putrequest(self, method, *args, **kwargs):
                pending[self] = (method, time.perf_counter())
                return original(self, method, *args, **kwargs)

            return putrequest

        def got(original):
            def getresponse(self, *args, **kwargs):
                response = original(self, *args, **kwargs)
                if self in pending:
                    method, began = pending.pop(self)
                    called(method, "%s:%s" % (self.host, self.port), began)
                return response

            return getresponse

        def handled(original):
            def handle_request(self, request):
                began = time.perf_counter()
                response = original(self, request)
                called(request.method, request.url.netloc.decode("ascii"), began)
                return response

            return handle_request

        def awaited(original):
            async def handle_async_request(self, request):
                began = time.perf_counter()
                response = await original(self, request)
                called(request.method, request.url.netloc.decode("ascii"), began)
                return response

            return handle_async_request

        def requested(original):
            async def _request(self, *args, **kwargs):
                began = time.perf_counter()
                response = await original(self, *args, **kwargs)
                called(response.method, "%s:%s" % (response.url.host, response.url.port), began)
                return response

            return _request

        pending = weakref.WeakKeyDictionary()
        replace("time", "sleep", slept)
        replace("asyncio.tasks", "sleep", awaiting(timer))
        replace("asyncio.locks", "Lock.acquire", awaiting(lock))
        replace("asyncio.locks", "Semaphore.acquire", awaiting(lock))
        replace("asyncio.locks", "Event.wait", awaiting(task))
        replace("asyncio.locks", "Condition.wait", awaiting(task))
        replace("asyncio.queues", "Queue.get", awaiting(task))
        replace("asyncio.queues", "Queue.put", awaiting(task))
        replace("http.client", "HTTPConnection.putrequest", put)
        replace("http.client", "HTTPConnection.getresponse", got)
        replace("httpx", "HTTPTransport.handle_request", handled)
        replace("httpx", "AsyncHTTPTransport.handle_async_request", awaited)
        replace("aiohttp.client", "ClientSession._request", requested)

`;
