import { randomUUID } from "node:crypto";
import * as core from "@actions/core";
import { visible } from "../base/log.ts";
import type { Sink } from "../base/world.ts";

/** A remark that the runner shows on a line of a file. */
export interface Remark {
  readonly level: "failure" | "warning" | "notice";
  readonly title: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
}

/** The runner that a step talks to; a port, so that tests can examine its output. */
export interface Runner {
  /** Lines outside of any group. */
  readonly log: Sink;
  /**
   * Does something whose lines fold away under a name. Groups do not nest. Nothing that is printed meanwhile is taken
   * for a command to the runner: what is measured may print anything.
   */
  group<T>(name: string, inside: () => Promise<T>): Promise<T>;
  remark(remark: Remark): void;
  output(name: string, value: string): void;
  /** Adds Markdown to the summary of the job; the log has it where there is no place for one. */
  summary(markdown: string): Promise<void>;
  /** Keeps a value for the post step, and finds it there. */
  save(name: string, value: string): void;
  saved(name: string): string;
  mask(secret: string): void;
}

/** The runner of GitHub Actions, and of what behaves like it. */
export function githubRunner(sink: Sink): Runner {
  return {
    log: sink,
    async group(name, inside) {
      core.startGroup(visible(name));
      const fence = randomUUID();
      sink.write(`::stop-commands::${fence}\n`);
      try {
        return await inside();
      } finally {
        sink.write(`::${fence}::\n`);
        core.endGroup();
      }
    },
    remark({ level, title, message, file, line }) {
      const properties = {
        title,
        ...(file !== undefined && { file }),
        ...(line !== undefined && { startLine: line }),
      };
      const say = { failure: core.error, warning: core.warning, notice: core.notice }[level];
      say(message, properties);
    },
    output: (name, value) => core.setOutput(name, value),
    async summary(markdown) {
      try {
        await core.summary.addRaw(markdown, true).write();
      } catch {
        core.summary.emptyBuffer();
        sink.write(`${visible(markdown)}\n`);
      }
    },
    save: (name, value) => core.saveState(name, value),
    saved: (name) => core.getState(name),
    mask: (secret) => core.setSecret(secret),
  };
}
