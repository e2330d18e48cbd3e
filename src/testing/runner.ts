import type { Remark, Runner } from "../action/runner.ts";

/** A runner that records its commands. */
export class RecordingRunner implements Runner {
  text = "";
  /** Names of groups in the order they were opened, and whether one was opened inside another. */
  readonly groups: string[] = [];
  nested = false;
  readonly remarks: Remark[] = [];
  readonly outputs: Record<string, string> = {};
  readonly masked: string[] = [];
  readonly state: Record<string, string> = {};
  markdown = "";
  private open = false;
  /** Output outside of any group. */
  outside = "";

  readonly log = {
    write: (text: string) => {
      this.text += text;
      if (!this.open) this.outside += text;
    },
    isTerminal: false,
    columns: 100,
  };

  async group<T>(name: string, inside: () => Promise<T>): Promise<T> {
    this.nested ||= this.open;
    this.groups.push(name);
    this.open = true;
    try {
      return await inside();
    } finally {
      this.open = false;
    }
  }

  remark(remark: Remark): void {
    this.remarks.push(remark);
  }
  output(name: string, value: string): void {
    this.outputs[name] = value;
  }
  async summary(markdown: string): Promise<void> {
    this.markdown += markdown;
  }
  save(name: string, value: string): void {
    this.state[name] = value;
  }
  saved(name: string): string {
    return this.state[name] ?? "";
  }
  mask(secret: string): void {
    this.masked.push(secret);
  }
}
