import { WAITS } from "./waits.ts";

/**
 * The agent for Python, as the text of `sitecustomize`. It runs inside of a service, of which it must not change anything.
 *
 * The main thread is interrupted by a timer of the CPU time that the process uses. Python then calls a function of ours, as
 * soon as it is between two instructions, and the CPU time since the last call counts for the functions that it is in.
 *
 * Signals reach no other thread. A thread of ours looks at those every few milliseconds, and a moment later at the CPU time
 * that each has used since. The one that went on working counts, for the functions that it was in, with the time since the
 * last look. It can be looked at only when it gives the interpreter's lock away, which most do when they wait. So threads
 * have to give it away earlier while a profile is taken.
 *
 * C code counts for the Python function that called it.
 *
 * The text of `waits.ts` measures waits, and calls of other services.
 */
export const AGENT = `def _steelyard():
    import _thread, dis, json, os, random, re, signal, socket, sys, time, weakref

    here = os.path.dirname(os.path.abspath(__file__))
    folder = os.path.dirname(here)
    began_in = os.getcwd()
    library = os.path.dirname(os.path.abspath(os.__file__)) + os.sep
    packages = tuple(library + name + os.sep for name in ("site-packages", "dist-packages"))
    # Programs that pip installs, such as uvicorn, are no code of the service.
    programs = (os.path.dirname(sys.executable or ""), os.path.join(sys.prefix, "bin"), "/usr/local/bin")
    inner = ("<listcomp>", "<dictcomp>", "<setcomp>")
    anonymous = ("<lambda>", "<genexpr>")
    deepest = 500
    interval = __MICROS__ / 1e6
    moment = 0.0002
    running = 0.3  # of a moment, in which a thread uses the CPU
    mine = sys._getframe().f_code.co_filename
    main = _thread.get_ident()
    state = {"own": set(), "root": {}, "on": None, "switch": 0.005, "main": 0.0, "waits": {}, "calls": {}, "replaced": []}
    state["locking"], state["packages"] = {}, None
    pause = time.sleep

    def clocks():
        found = {}
        for thread in sys._current_frames():
            if thread == main or thread in state["own"]:
                continue
            try:
                found[thread] = time.clock_gettime(time.pthread_getcpuclockid(thread))
            except (OSError, OverflowError, ValueError):
                pass
        return found

    def stack(frame):
        codes = []
        if frame.f_code.co_filename == mine:
            return codes  # the work of these functions is not the service's
        while frame is not None and len(codes) < deepest:
            code = frame.f_code
            if code.co_name not in inner and code.co_filename != mine:
                codes.append(code)
            frame = frame.f_back
        return codes

    def interrupted(_signal, frame):
        if state["on"] is None or _thread.get_ident() != main:
            return
        used, state["main"] = time.thread_time() - state["main"], float("inf")  # a second signal counts nothing
        if used > 0:
            codes = stack(frame)
            for waiting in greenlets() if codes else ():
                codes += stack(waiting)
            count(state["root"], codes, used)
        state["main"] = time.thread_time()

    def greenlets():  # frames of those that wait for the one that runs, as asyncio does for SQLAlchemy
        found = []
        try:
            parent = sys.modules["greenlet"].getcurrent().parent
            while parent is not None and parent.gr_frame is not None:
                found.append(parent.gr_frame)
                parent = parent.parent
        except Exception:
            pass
        return found

    def count(callees, codes, seconds):
        node = None
        for code in reversed(codes):
            node = callees.get(code)
            if node is None:
                node = callees[code] = [0.0, {}]
            callees = node[1]
        if node is not None:
            node[0] += seconds

    def sample(token):
        own = _thread.get_ident()
        state["own"].add(own)
        last = looked = time.perf_counter()
        while state["on"] is token:
            pause(interval * (0.5 + random.random()))  # services do things at equal times
            frames, before, began = sys._current_frames(), clocks(), time.perf_counter()
            seen = {thread: stack(frame) for thread, frame in frames.items() if thread in before}
            if state["on"] is token:
                for thread, frame in frames.items():
                    reason = None if thread in state["own"] else wait_of(frame)
                    if reason is not None:
                        waited(seen.get(thread) or stack(frame), began - looked, reason)
            frames, frame, looked = None, None, began
            pause(moment)
            after, now = clocks(), time.perf_counter()
            used = {thread: after[thread] - before[thread] for thread in after if thread in before}
            thread = max(used, key=used.get) if used else None
            if thread in seen and used[thread] >= running * (now - began) and state["on"] is token:
                count(state["root"], seen[thread], now - last)
            last = now
        state["own"].discard(own)

${WAITS}    def start():
        state["root"], state["waits"], state["calls"], state["on"] = {}, {}, {}, object()
        watch()
        state["main"] = time.clock_gettime(time.pthread_getcpuclockid(main))
        state["switch"] = sys.getswitchinterval()
        sys.setswitchinterval(moment / 2)
        _thread.start_new_thread(sample, (state["on"],))
        signal.setitimer(signal.ITIMER_PROF, interval, interval)
        return {}

    def stop():
        if state["on"] is not None:
            sys.setswitchinterval(state["switch"])
            signal.setitimer(signal.ITIMER_PROF, 0)
        state["on"] = None
        for owner, name, original, ours in state["replaced"]:
            if getattr(owner, name) is ours:
                setattr(owner, name, original)
        state["replaced"] = []
        functions, known, versions = [], {}, {}

        def package(path):
            for folder in ("/site-packages/", "/dist-packages/"):
                above, found, rest = path.rpartition(folder)
                if found:
                    first = rest.split("/")[0]
                    name = distributions().get(os.path.splitext(first)[0])
                    if name is None:
                        return path
                    if name not in versions:
                        versions[name] = installed(name)
                    return path if name == plain(first) else above + found + name + "/" + rest
            return path

        def place(code):
            if isinstance(code, str):  # the reason of a wait
                if code not in known:
                    known[code] = len(functions)
                    functions.append([code, "", None])
            elif code not in known:
                path = code.co_filename
                if path.startswith("<"):
                    url = ""
                else:
                    path = os.path.join(began_in, path)
                    own = not path.startswith(library) or path.startswith(packages)
                    own = own and os.path.dirname(path) not in programs
                    url = package(path) if own and not path.startswith(here) else ""
                name = "" if code.co_name in anonymous else getattr(code, "co_qualname", code.co_name)
                known[code] = len(functions)
                functions.append([name.replace("<locals>.", ""), url, max(1, code.co_firstlineno) if url else None])
            return known[code]

        def tree(root):
            nodes = []
            pending = [(-1, code, node) for code, node in root.items()]
            while pending:
                caller, code, (seconds, callees) = pending.pop()
                at = len(nodes)
                nodes.append([caller, place(code), seconds * 1e6])
                pending.extend((at, callee, node) for callee, node in callees.items())
            return nodes

        waits = {}
        for codes, seconds in list(state["waits"].values()):
            count(waits, codes, seconds)
        calls = [[text, many, seconds * 1e6] for text, (many, seconds) in state["calls"].copy().items()]
        answer = {"nodes": tree(state["root"]), "waits": tree(waits), "functions": functions, "calls": calls, "versions": versions}
        state["root"], state["waits"], state["calls"], state["locking"] = {}, {}, {}, {}
        return answer

    def plain(name):
        return re.sub("[-_.]+", "-", name).lower()

    def distributions():  # the names of packages by their modules: pyyaml of yaml
        if state["packages"] is None:
            state["packages"] = {}
            try:
                from importlib.metadata import packages_distributions  # from Python 3.10 on

                for module, names in packages_distributions().items():
                    if len(set(map(plain, names))) == 1:
                        state["packages"][module] = plain(names[0])
            except Exception:
                pass
        return state["packages"]

    def installed(name):  # the version of a package; empty where it has none
        try:
            from importlib.metadata import version

            return version(name)
        except Exception:
            return ""

    def serve():
        state["own"] = {_thread.get_ident()}
        try:
            with socket.socket(socket.AF_UNIX) as link:
                link.connect(os.path.join(folder, "socket"))
                link.sendall(b'{"service": "__SERVICE__", "source": "python"}\\n')
                for word in link.makefile("r"):
                    answer = start() if word.strip() == "start" else stop()
                    link.sendall(json.dumps(answer).encode() + b"\\n")
        except Exception:
            pass
        finally:
            state["on"] = None

    def begin():
        state["on"] = None
        _thread.start_new_thread(serve, ())

    if signal.getsignal(signal.SIGPROF) in (signal.SIG_DFL, None):
        signal.signal(signal.SIGPROF, interrupted)
        os.register_at_fork(after_in_child=begin)
        begin()
    sys.path[:] = [path for path in sys.path if os.path.abspath(path) != here]


try:
    _steelyard()
except Exception:
    pass
import importlib.machinery, importlib.util

_own = importlib.machinery.PathFinder.find_spec("sitecustomize")
if _own is not None and _own.loader is not None:
    _own.loader.exec_module(importlib.util.module_from_spec(_own))
`;
