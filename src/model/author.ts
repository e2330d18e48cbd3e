/** Who wrote something on the forge. */
export interface Author {
  readonly login: string;
  readonly bot: boolean;
}

/**
 * Whether it was us. Where the API does not tell who we are, we are an app, and so is whoever wrote ours.
 *
 * @param self the login that writes; null where it is not told
 */
export const isOurs = (author: Author | null, self: string | null): boolean =>
  self === null ? author?.bot === true : author?.login === self;
