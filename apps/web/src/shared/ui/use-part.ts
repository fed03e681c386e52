import { useSearchParams } from 'react-router'

/** The part of a page that the URL names, by default the first one: it can be shared and survives a reload. */
export function usePart<Part extends string>(
  parts: readonly [Part, ...Part[]],
): readonly [Part, (part: Part) => void] {
  const [search, setSearch] = useSearchParams()
  const part = parts.find((word) => word === search.get('part')) ?? parts[0]
  return [part, (to) => setSearch(to === parts[0] ? {} : { part: to }, { replace: true })]
}
