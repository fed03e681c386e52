/** Pattern for `ilike`: the text anywhere, its own wildcards taken as they are. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
