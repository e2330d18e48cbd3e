/**
 * The agent for Python, as the text of `sitecustomize`. It runs inside of a service, of which it must not change anything.
 *
 * A timer by the CPU time that the process uses interrupts it. Python then calls a function of ours in the main thread, as
 * soon as that is between two instructions. Each thread's CPU time since the last call counts for the functions that it is
 * in. C code counts for the Python function that called it. A timer by the clock would be finer, and would count the end
 * of each burst of work for whatever waits after it (a fifth of a loop of 2.4 ms).
 *
 * Other threads are looked at when they give the lock of the interpreter away, which most do when they wait. So they have
 * to give it away earlier while a profile is taken.
 */
export const AGENT = `def _steelyard():
    import _thread, json, os, select, signal, socket, sys, time

    here = os.path.dirname(os.path.abspath(__file__))
    folder = os.path.dirname(here)
    began_in = os.getcwd()
    library = os.path.dirname(os.path.abspath(os.__file__)) + os.sep
    packages = tuple(library + name + os.sep for name in ("site-packages", "dist-packages"))
    inner = ("<listcomp>", "<dictcomp>", "<setcomp>")
    anonymous = ("<lambda>", "<genexpr>")
    deepest = 500
    unheard = 0.04  # seconds of CPU time
    interval = __MICROS__ / 1e6
    main = _thread.get_ident()
    state = {"reader": None, "root": {}, "last": {}, "on": False, "busy": False, "sent": False, "heard": 0.0, "switch": 0.005}

    def clock(thread):
        try:
            return time.clock_gettime(time.pthread_getcpuclockid(thread))
        except (OSError, OverflowError, ValueError):
            return None

    def count(frame, seconds):
        codes = []
        while frame is not None and len(codes) < deepest:
            if frame.f_code.co_name not in inner and frame.f_code.co_filename != __file__:
                codes.append(frame.f_code)
            frame = frame.f_back
        callees, node = state["root"], None
        for code in reversed(codes):
            node = callees.get(code)
            if node is None:
                node = callees[code] = [0.0, {}]
            callees = node[1]
        if node is not None:
            node[0] += seconds

    def sample(_signal, frame):
        if not state["on"] or state["busy"]:
            return
        state["busy"] = True
        if not state["sent"]:
            state["heard"] = time.process_time()
        state["sent"] = False
        last = state["last"]
        for thread, top in list(sys._current_frames().items()):
            now = clock(thread) if thread != state["reader"] else None
            if now is None:
                continue
            used = now - last.get(thread, now)
            if used > 0:
                count(frame if thread == main else top, used)
            last[thread] = now
        last[main] = clock(main)  # without the time that this took
        state["busy"] = False

    def start():
        state["root"], state["last"] = {}, {thread: clock(thread) or 0.0 for thread in list(sys._current_frames())}
        state["switch"] = sys.getswitchinterval()
        sys.setswitchinterval(0.0002)
        state["on"], state["sent"], state["heard"] = True, False, time.process_time()
        signal.setitimer(signal.ITIMER_PROF, interval, interval)
        return {}

    def stop():
        signal.setitimer(signal.ITIMER_PROF, 0)
        state["on"] = False
        sys.setswitchinterval(state["switch"])
        functions, known, nodes = [], {}, []

        def place(code):
            if code not in known:
                path = code.co_filename
                if path.startswith("<"):
                    url = ""
                else:
                    path = os.path.join(began_in, path)
                    own = not path.startswith(library) or path.startswith(packages)
                    url = path if own and not path.startswith(here) else ""
                name = "" if code.co_name in anonymous else getattr(code, "co_qualname", code.co_name)
                known[code] = len(functions)
                functions.append([name.replace("<locals>.", ""), url, max(1, code.co_firstlineno) if url else None])
            return known[code]

        pending = [(-1, code, node) for code, node in state["root"].items()]
        while pending:
            caller, code, (seconds, callees) = pending.pop()
            at = len(nodes)
            nodes.append([caller, place(code), seconds * 1e6])
            pending.extend((at, callee, node) for callee, node in callees.items())
        state["root"] = {}
        return {"functions": functions, "nodes": nodes}

    def wake():
        # A main thread that waits for a lock hears of the timer only where the signal is its own.
        if time.process_time() - state["heard"] > unheard:
            state["sent"] = True
            signal.pthread_kill(main, signal.SIGPROF)

    def serve():
        state["reader"] = _thread.get_ident()
        try:
            with socket.socket(socket.AF_UNIX) as link:
                link.connect(os.path.join(folder, "socket"))
                link.sendall(b'{"service": "__SERVICE__", "source": "python"}\\n')
                heard, wait = b"", None
                while True:
                    if not select.select([link], [], [], wait)[0]:
                        wake()
                        continue
                    more = link.recv(4096)
                    if not more:
                        break
                    *words, heard = (heard + more).split(b"\\n")
                    for word in words:
                        answer = start() if word == b"start" else stop()
                        link.sendall(json.dumps(answer).encode() + b"\\n")
                        wait = 0.004 if state["on"] else None
        except Exception:
            pass
        finally:
            state["on"] = False

    def begin():
        state["on"] = state["busy"] = False
        _thread.start_new_thread(serve, ())

    if signal.getsignal(signal.SIGPROF) in (signal.SIG_DFL, None):
        signal.signal(signal.SIGPROF, sample)
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
