/** Address of the logo, which the page itself contains as its icon; undefined in the build, which has no page. */
export const logo = document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href
