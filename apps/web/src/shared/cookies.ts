const year = 365 * 24 * 3600

/** Value of a cookie; null when there is none. */
export function readCookie(name: string): string | null {
  for (const pair of document.cookie.split('; ')) {
    const cut = pair.indexOf('=')
    if (pair.slice(0, cut) === name) return decode(pair.slice(cut + 1))
  }
  return null
}

/** Stores a setting for a year, for every path of this origin. */
export function writeCookie(name: string, value: string): void {
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${year}; samesite=lax`
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}
