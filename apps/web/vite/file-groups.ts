const antParts =
  'alert|button|checkbox|config-provider|dropdown|pagination|popover|segmented|select|space|tag|tooltip'
const icons = 'Book|Check|Download|Down|Plus|PushPin|Team'
const listParts = 'days-filter|list-controls|list-empty|list-pager|select-filter'
const rowParts = 'allowed|lazy-part|overlay|page-header|row-button|row-menu|status-tag|tip'
const listRows = new RegExp(
  `src.shared.(list.(data-table|use-list-state)|ui.(${rowParts})|format.\\w+)\\.tsx?$|icons.(Warning|PauseCircle)Outlined`,
)
const listKit = new RegExp(
  [
    `antd.es.(${antParts}).index\\.js$`,
    `icons.es.icons.(${icons})Outlined`,
    `src.shared.(list.(${listParts})|ui.(problem-alert|reason-button))\\.tsx$`,
    'src.shared.theme.theme-provider',
  ].join('|'),
)

const ofWall = /src.wall.|domain.src.(alarms|machines|displays|simulator|wall)./
const basics =
  'api|cookies|database|lost|own-device|own-path|receive-file|request|session|settings|sign-in-again|storage'
const onBoth = new RegExp(
  [
    'rolldown.runtime|vite.preload-helper|domain.src.(alarms.alarm-enums|machines.equipment-enums|identity.permissions).ts|node_modules.(react|react-dom|scheduler|zustand|@noble|eventsource-parser)/',
    `src.shared.(${basics}|live.stream-link|format.(numbers|dates))\\.ts$`,
  ].join('|'),
)

/**
 * Modules that are bundled together. By default the bundler makes about seventy files for the order
 * list: with six connections and 40 ms latency that costs half a second. A module belongs to the
 * first group that matches it, with all its imports. `tools/page-weight.ts` checks that no group
 * grows beyond what its pages need.
 */
export const fileGroups = [
  // Shared by office and wall, so that neither loads code of the other.
  { name: 'ground', test: onBoth, priority: 5 },
  // Needed by every visit of the office.
  {
    name: 'base',
    tags: ['$initial' as const],
    test: (id: string) => /\.[jt]sx?$/.test(id) && !ofWall.test(id) && !id.endsWith('main.tsx'),
    priority: 4,
  },
  // Shared by the public pages and the pages behind the sign-in.
  {
    name: 'words',
    test: /react-i18next.dist.es.useTranslation|src.shared.use-problem-message/,
    priority: 3,
  },
  // The layout around the pages behind the sign-in.
  { name: 'frame', test: /src.app.shell\.tsx$/, priority: 2 },
  // Needed by the rows of a list, which are shown before Ant Design has loaded.
  { name: 'rows', test: listRows, priority: 1.5 },
  // Also needed by almost every page with a list.
  { name: 'kit', test: listKit, priority: 1 },
]
