/** The name of the check of comparisons with a release: the check of a change, named so, stays. */
export const releaseCheck = (name: string) => `${name}-release`;
