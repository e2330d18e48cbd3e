/** Whether a file is in a folder only so that git has the folder. */
export const isPlaceholder = (path: string): boolean => /(?:^|\/)\.(?:git)?(?:keep|ignore)$/.test(path);
