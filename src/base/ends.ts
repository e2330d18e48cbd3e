/** The tasks at the end of a measurement, whatever its outcome. The one that was added last is done first. */
export class Ends implements AsyncDisposable {
  private readonly acts: (() => Promise<unknown>)[] = [];

  readonly add = (act: () => Promise<unknown>): void => void this.acts.push(act);

  /** Does all of it, also where a part fails. @throws the first failure */
  async [Symbol.asyncDispose](): Promise<void> {
    const failed: unknown[] = [];
    for (const act of this.acts.splice(0).reverse())
      await act().catch((error: unknown) => failed.push(error));
    if (failed.length > 0) throw failed[0];
  }
}
