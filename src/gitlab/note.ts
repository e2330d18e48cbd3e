/**
 * A comment as a note of GitLab, in which no line begins with a slash: GitLab would take it for a quick action, such as
 * `/close`, and carry it out with the token's rights. Text from the data is escaped already; this is the last look, over
 * every line, whatever wrote it. GitLab's readers disagree on code blocks and indentation, so these do not count.
 */
export const noteOf = (comment: string): string => comment.replace(/^(\s*)\//gm, "$1\\/");
