/** The build that this page is of; `development` without one. */
export const ownBuild = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? 'development'
