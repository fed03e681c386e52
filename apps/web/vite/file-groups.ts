const antParts =
  'alert|button|checkbox|config-provider|dropdown|pagination|popover|segmented|select|space|tag|tooltip'
const icons = 'Book|Check|Download|Down|Plus|PushPin|Team|Warning'
const listParts = 'data-table|days-filter|select-filter|use-list-state'
const smallParts = 'allowed|lazy-part|overlay|page-header|reason-button|row-menu|status-tag'
const listKit = new RegExp(
  [
    `antd.es.(${antParts}).index\\.js$`,
    `icons.es.icons.(${icons})Outlined`,
    `src.shared.(list.(${listParts})|ui.(${smallParts})|format.\\w+)\\.tsx?$`,
    'src.app.theme.theme-provider',
  ].join('|'),
)

/**
 * Which modules travel together. Left alone the bundler makes some seventy files for the order list: with six connections
 * and 40 ms to the server that is half a second of waiting. A module belongs to the first group that wants it, with all it
 * imports. `tools/page-weight.ts` sees to it that none grows beyond what its pages need.
 */
export const fileGroups = [
  // What every visit begins with.
  {
    name: 'base',
    tags: ['$initial' as const],
    test: (id: string) => /\.[jt]sx?$/.test(id) && !id.endsWith('main.tsx'),
    priority: 4,
  },
  // What the public pages share with those behind the sign-in.
  {
    name: 'words',
    test: /react-i18next.dist.es.useTranslation|src.shared.use-problem-message/,
    priority: 3,
  },
  // Everything around the pages behind the sign-in.
  { name: 'frame', test: /src.app.shell\.tsx$/, priority: 2 },
  // What nearly every page with a list needs.
  { name: 'kit', test: listKit, priority: 1 },
]
