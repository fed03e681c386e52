/** Props that the guard passes to a page outside the shell. */
export interface PublicPageProps {
  /** Fetches the part behind the sign-in ahead of time. */
  readonly fetchShell?: () => Promise<unknown>
}
