/** Addresses of style sheets that did not arrive. */
const lost = new Set<string>()

const isSheet = (node: unknown): node is HTMLLinkElement =>
  node instanceof HTMLLinkElement && node.rel === 'stylesheet'

/** Records style sheets that do not arrive, because the bundler's loader requests each of them only once. */
export function watchStyleSheets(): void {
  for (const link of document.querySelectorAll('link')) if (isSheet(link) && !hasArrived(link)) note(link)
  const onError = ({ target }: Event) => isSheet(target) && note(target)
  // Error events of elements do not bubble, but the capture phase sees them.
  window.addEventListener('error', onError, true)
}

/** A sheet that did not arrive has no rules, or none that can be read. */
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

/** Loads the missing sheets. @throws as a missing part of the page when they do not arrive again */
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
