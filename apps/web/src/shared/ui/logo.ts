/** Address of the logo, which the page itself contains as its icon. */
export const logo = document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href
