/** Whether an error says that a part of the page could not be fetched: no server, or a newer build took its place. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script failed|error loading|preload CSS/i.test(error.message)
