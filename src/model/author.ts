/** Who wrote something on the forge. */
export interface Author {
  readonly login: string;
  readonly bot: boolean;
}

/**
 * Whether Steelyard's own account wrote it. Without a known login it runs as an app, so any bot counts.
 *
 * @param self the login that writes; null where the API does not report it
 */
export const isOurs = (author: Author | null, self: string | null): boolean =>
  self === null ? author?.bot === true : author?.login === self;
