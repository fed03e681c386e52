import type { Location } from 'react-router'
import { normalPath } from '../route-tree.ts'
import { shellRoutes } from '../routes.tsx'
import { ownPath } from '../../shared/own-path.ts'

const helper = '/redirect'

/**
 * `/redirect/{path*}` rebuilds the page of that path. Returns the path; null for every other
 * address.
 */
export function refreshTarget({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) {
  if (pathname !== helper && !pathname.startsWith(`${helper}/`)) return null
  return ownPath(`${pathname.slice(helper.length) || '/'}${search}${hash}`)
}

/** The location on screen. During a refresh it is the refreshed page, to avoid flicker. */
export function shownLocation(location: Location): Location {
  const target = refreshTarget(location)
  if (target === null) return location
  return { ...location, pathname: normalPath(shellRoutes(), new URL(target, 'http://own.invalid').pathname) }
}
