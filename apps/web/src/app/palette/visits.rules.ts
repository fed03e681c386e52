/** A page that the person opened or marked on this device. */
export interface VisitedPage {
  readonly path: string
  readonly titleKey: string
  /** Title of its record; null: the page has none. */
  readonly title: string | null
  readonly starred: boolean
}

export type PageAt = Omit<VisitedPage, 'starred'>

/** Maximum number of recent records; favourites do not count. */
export const maxRecent = 10

/** Moves a page to the top and forgets the oldest pages that are no favourites. */
export function visited(pages: readonly VisitedPage[], page: PageAt): readonly VisitedPage[] {
  const known = pages.find(({ path }) => path === page.path)
  const rest = pages.filter((other) => other !== known)
  return pruned([{ ...page, starred: known?.starred ?? false }, ...rest])
}

/** Adds a page to the favourites, or removes it. */
export function starred(
  pages: readonly VisitedPage[],
  page: PageAt,
  isStarred: boolean,
): readonly VisitedPage[] {
  const others = pages.filter(({ path }) => path !== page.path)
  // A list is only remembered as a favourite.
  if (!isStarred && page.title === null) return others
  return pruned([{ ...page, starred: isStarred }, ...others])
}

function pruned(pages: readonly VisitedPage[]): readonly VisitedPage[] {
  const old = pages.filter((page) => !page.starred).slice(maxRecent)
  return pages.filter((page) => !old.includes(page))
}
