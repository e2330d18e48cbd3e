/** A change of a service, and the function or statement that it makes slower. */
export interface Change {
  readonly name: string;
  /** Name of the subject. */
  readonly subject: string;
  /** The file that is edited, a text in it, and what replaces it. */
  readonly edits: readonly (readonly [file: string, find: string, replace: string])[];
  /**
   * The right first cause: a function by its file and any of these names (empty: an anonymous one), which works or which
   * waits; or a statement by a part of its text. Null where nothing may be named: the change is harmless.
   */
  readonly truth:
    | {
        readonly file: string;
        readonly names: readonly string[];
        readonly waits?: true;
        /** The package that has to be named as most of it. */
        readonly within?: string;
      }
    | { readonly statement: string; readonly repeated?: boolean }
    | null;
  /** Whether nothing is slower by it. */
  readonly harmless?: boolean;
}
