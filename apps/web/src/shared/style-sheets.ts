/** Addresses of style sheets that did not arrive. */
const lost = new Set<string>()

const isSheet = (node: unknown): node is HTMLLinkElement =>
  node instanceof HTMLLinkElement && node.rel === 'stylesheet'

/** Notes style sheets that do not arrive: the bundler's loader asks for each of them once only. */
export function watchStyleSheets(): void {
  for (const link of document.querySelectorAll('link')) if (isSheet(link) && !hasArrived(link)) note(link)
  const onError = ({ target }: Event) => isSheet(target) && note(target)
  // Errors of elements do not bubble, but they can be caught on the way down.
  window.addEventListener('error', onError, true)
}

/** A sheet that did not arrive has no rules, or none that may be read. */
function hasArrived({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0
  } catch {
    return false
  }
}

function note(link: HTMLLinkElement): void {
  lost.add(link.href)
  link.remove()
}

/** Fetches what did not arrive. @throws as a missing part of the page when it does not arrive again */
export async function fetchLostSheets(): Promise<void> {
  await Promise.all([...lost].map(fetchSheet))
}

function fetchSheet(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.onload = () => {
      lost.delete(href)
      resolve()
    }
    link.onerror = () => reject(new Error(`Unable to preload CSS for ${href}`))
    document.head.append(link)
  })
}

export const hasLostSheets = (): boolean => lost.size > 0
