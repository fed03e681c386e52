/** Ant Design's parts in the controls of a list; forms, dialogs, tables and pickers are in `forms`. */
const antParts =
  'alert|button|checkbox|config-provider|dropdown|pagination|popover|segmented|select|space|tag|tooltip'
const icons = 'Book|Check|Download|Down|Plus|PushPin|Team'
const rowParts = 'allowed|lazy-component|overlay|page-header|row-button|row-menu|status-tag|tip'
const listRows = new RegExp(
  `src.shared.(list.(data-table|use-list-state|use-selection)|i18n.use-names|ui.(${rowParts})|format.\\w+)\\.tsx?$|icons.(Warning|PauseCircle)Outlined`,
)
const listControls = new RegExp(
  [
    `antd.es.(${antParts}).index\\.js$`,
    `icons.es.icons.(${icons})Outlined`,
    'src.shared.(list.(days-filter|list-controls|select-filter)|ui.(ant-tip|reason-button)|theme.theme-provider)\\.tsx$',
  ].join('|'),
)
/** What all pages share, except for what a page loads on request. */
const shared =
  /node_modules.(antd|@rc-component|@ant-design)\/(?!.*(locale.[a-z]{2}_[A-Z]{2}|es.(steps|result|slider|color-picker|typography|descriptions)))|src.shared.(?!chart|live.follow|scan.(scan-camera|qr-reader)).*\.tsx?$/
const dialogs =
  /src.app.(layout.(leave-dialog|sign-in-again-dialog|preferences|phone-ticket)|palette.palette|errors.error-log-dialog|theme.speaker)\.tsx$/

/** Dictionaries that are loaded together: one file an area and language. */
const dictionaries: Readonly<Record<string, readonly string[]>> = {
  shell: ['shell', 'problem', 'views', 'camera', 'permissions', 'sign-in', 'dashboard'],
  // The most visited page has its own.
  'order-list': ['orders', 'order-list'],
  orders: [
    ...['production', 'planning', 'printing', 'order-import', 'import-findings', 'order-documents'],
    ...['production-reports', 'schedule', 'shipping'],
  ],
  quality: [
    ...['inspection', 'welding', 'coating', 'material', 'ncr', 'standards'],
    ...['quality-documents', 'quality-statistics'],
  ],
  equipment: [
    ...['machines', 'machine-states', 'machine-events', 'maintenance', 'alarms', 'signals', 'telemetry'],
    ...['oee', 'stop-reasons', 'work-calendar'],
  ],
  displays: ['displays', 'display-info'],
  authority: ['audit', 'identity', 'account'],
}

/** `words-orders.zh` for a dictionary of that area. */
function wordsOf(id: string): string | null {
  const [, name = '', language] = /packages.dictionary.src.([\w-]+)\.(zh|en|es)\.json$/.exec(id) ?? []
  const area = Object.keys(dictionaries).find((key) => dictionaries[key]?.includes(name))
  return language === undefined || area === undefined ? null : `words-${area}.${language}`
}

const administration = new Set(['people', 'audit', 'personal'])
const publicPages = /src.features.access.(missing|transfer|auth-redirect|tv-pairing)/

/** Code that several pages of an area share. */
const areaOf = (id: string): string | null => {
  const area = /src.features.(\w+)..*\.tsx?$/.exec(id)?.[1]
  return area === undefined ? null : administration.has(area) ? 'authority' : area
}

const ofWall = /src.wall./
const basics =
  'api|cookies|database|lost|own-device|own-path|receive-file|request|session|settings|sign-in-again|storage'
const onBoth = new RegExp(
  [
    'rolldown.runtime|vite.preload-helper|packages.domain.src|node_modules.(react|react-dom|scheduler|zustand|@noble|eventsource-parser)/',
    `src.shared.(${basics}|live.stream-link|format.(numbers|dates))\\.ts$|machine-states.css|displays.screen-options`,
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
  { name: 'rows', test: listRows, priority: 1.9 },
  // The two most visited pages, which do not wait for Ant Design.
  { name: 'order-list', test: /src.features.orders.orders.page/, priority: 1.85 },
  { name: 'queue-badge', test: /src.features.orders.production.queue-badge/, priority: 1.83 },
  { name: 'dashboard', test: /src.features.dashboard.dashboard.page/, priority: 1.84 },
  // Also needed by every page with a list.
  { name: 'controls', test: listControls, priority: 1.8 },
  { name: 'order-controls', test: /src.features.orders.orders.controls/, priority: 1.75 },
  { name: 'charts', test: /node_modules.(echarts|zrender)/, priority: 1.7 },
  {
    name: 'pickers',
    test: /antd.es.(date|time)-picker|rc-component.picker|node_modules.dayjs/,
    priority: 1.68,
  },
  { name: 'tables', test: /antd.es.(table|tree)|rc-component.(table|tree)/, priority: 1.66 },
  { name: 'validation', test: /node_modules.zod/, priority: 1.65 },
  { name: 'camera', test: /src.shared.scan.(scan-camera|qr-reader)|node_modules.qr/, priority: 1.64 },
  { name: 'shared', test: shared, priority: 1.6 },
  { name: 'dialogs', test: dialogs, priority: 1.5 },
  { name: 'public-pages', test: publicPages, priority: 1.45 },
  { name: areaOf, debugName: 'area', test: /src.features./, minShareCount: 2, priority: 1.4 },
  { name: wordsOf, debugName: 'words', test: /\.json$/, priority: 1.3 },
]
