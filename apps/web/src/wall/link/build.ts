/** The build of this page; `development` without one. */
export const ownBuild = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? 'development'
