import { resolve } from 'node:path'

/** Ant Design's parts in most pages and dialogs; the others are in `shared`, `tables` and `pickers`. */
const antParts =
  'alert|button|checkbox|config-provider|dropdown|pagination|popover|segmented|select|space|tag|tooltip'
const icons =
  'Book|Calendar|Check|CloseCircle|Download|Down|Filter|Gold|Left|More|PauseCircle|Plus|Printer|Pushpin|Reload|Right|Search|Setting|SwapRight|Team|Warning'
const listParts =
  'data-table|days-filter|editable-cell|list-controls|list-select|list-views|pager|search-box|select-filter|use-list-(query|state)|use-selection'
const uiParts =
  'ago|allowed|button|lazy-component|overlay|page-header|part-tabs|popup-menu|problem-alert|reason-button|record-actions.rules|return-focus|row-button|row-menu|status-tag|tip|use-role-name'
/** What every page behind the sign-in needs: the layout, the buttons of its top bar, and lists, which are everywhere. */
const frame = new RegExp(
  [
    'src.app.shell\\.tsx$|src.modules.(production.queue-badge|inbox.message-bell)',
    `src.shared.(list.(${listParts})|i18n.use-names|live.use-live|form.use-submit|orders-changed|ui.(${uiParts})|format.[\\w-]+)\\.tsx?$`,
    `icons.es.icons.(${icons})(Outlined|Filled)`,
    // With the sheets of the order list, which many open first.
    'src.(shared.(form.form|ui.record)|modules.orders.(order-list|pieces-bar)).css',
  ].join('|'),
)
const antControls = new RegExp(
  `antd.es.(${antParts}).index\\.js$|src.shared.(ui.ant-tip|theme.theme-provider)\\.tsx$`,
)
/** What most pages share: dialogs and forms. What a page loads on request, and what only some forms have, is not among it. */
const antRest =
  'es.locale|(es.)?(index.js|steps|result|slider|color-picker|typography|descriptions|table|tree|picker|(date|time)-picker)'
const ownRest =
  'chart|live.follow|scan.scan-camera|import.import-(dialog|check|result)|resource|form.day-field|list.days-picker|ui.qr-code'
/** What lists and their dialogs share: of it, what does not need Ant Design is kept apart. */
const plainShared =
  /src.shared.(?!live.follow|scan.scan-camera|import.import-(dialog|check|result)|list.days-picker|ui.qr-code).*\.(tsx?|css)$|icons.es.icons|node_modules.@tanstack/
const shared = new RegExp(
  `node_modules/(antd|@rc-component|@ant-design)/(?!${antRest})|src.shared.(?!${ownRest}).*\\.tsx?$`,
)
const dialogs =
  /src.(app.(layout.(question-dialogs|preferences|phone-ticket)|palette.palette|help.help|errors.error-log-dialog|theme.speaker)|modules.identity.terminal-(lock|keys))\.tsx$/

/** Dictionaries that are loaded together: one file an area and language. */
const dictionaries: Readonly<Record<string, readonly string[]>> = {
  shell: ['shell', 'sign-in'],
  // What every signed-in user needs, the bell included, and the two most visited pages.
  inside: ['common', 'problem', 'views', 'camera', 'dashboard', 'orders', 'order-list', 'inbox', 'help'],
  orders: [
    'production',
    'planning',
    'printing',
    'order-import',
    'import-findings',
    'order-documents',
    'drawings',
    'model',
    'customer-links',
    'production-reports',
    'labour',
    'schedule',
    'shipping',
    'nesting',
    'plates',
    'parts',
    'assemblies',
    'bolts',
    'erection',
  ],
  quality: [
    'inspection',
    'welding',
    'coating',
    'material',
    'ncr',
    'standards',
    'quality-documents',
    'trial-assembly',
    'quality-statistics',
    'purchasing',
    'subcontracting',
  ],
  equipment: [
    'machines',
    'machine-states',
    'machine-events',
    'maintenance',
    'alarms',
    'signals',
    'telemetry',
    'oee',
    'stop-reasons',
    'work-calendar',
    'displays',
    'display-info',
  ],
  // The home page needs them, too: for the names of roles.
  authority: ['audit', 'identity', 'account', 'permissions', 'tour'],
  import: ['record-import'],
}

/** `words-orders.zh` for a dictionary of that area. */
function wordsOf(id: string): string | null {
  const [, name = '', language] = /packages.dictionary.src.([\w-]+)\.(zh|en|es)\.json$/.exec(id) ?? []
  const area = Object.keys(dictionaries).find((key) => dictionaries[key]?.includes(name))
  return language === undefined || area === undefined ? null : `words-${area}.${language}`
}

const publicPages = /src.modules.identity.(public\.page|tv-pairing)/

/** Modules by area; the others have a chunk of their own. */
const areas: Readonly<Record<string, RegExp>> = {
  authority: /^(identity|audit)\b/,
  orders: /^(bolts|dashboard|drawing|labour|order|parts|plan|print|product|project|shipping)/,
  quality: /^(coating|inspection|material|ncr|purchasing|quality|standards|subcontracting|welding)/,
  equipment: /^(alarms|machine|maintenance|oee|telemetry|work-calendar)/,
}

/** Code that several pages of an area share. */
const areaOf = (id: string): string | null => {
  const [, file = '', module] = /src.modules.(([\w-]+)..*)\.(?:tsx?|css)$/.exec(id) ?? []
  return Object.keys(areas).find((area) => areas[area]?.test(file)) ?? module ?? null
}

/** What the bundler knows of the modules. */
interface Context {
  readonly getModuleInfo: (
    id: string,
  ) => { readonly importedIds: readonly string[]; readonly dynamicImporters: readonly string[] } | null
}

const officeEntry = resolve(import.meta.dirname, '../src/app/main.tsx')

const known = new Map<string, boolean>()

/** Whether a module of ours cannot run without Ant Design, which it or something that it imports at once needs. */
function needsAnt(id: string, context: Context): boolean {
  const before = known.get(id)
  if (before !== undefined) return before
  known.set(id, false)
  const imported = [...(context.getModuleInfo(id)?.importedIds ?? [])]
  const needs = imported.some((one) =>
    one.includes('node_modules') ? /node_modules.antd./.test(one) : needsAnt(one, context),
  )
  known.set(id, needs)
  return needs
}

/** Small pages that share a file, each not worth a request of its own. */
const smallPages: Readonly<Record<string, RegExp>> = {
  'material-lists': /(bolts|grades|incoming|purchasing|steel-store|stock-takes|subcontracts)\.page/,
  'quality-lists': /(coating|defects|due|gate-plans|inspections|instruments|ndt|welds)\.page/,
  'authority-lists': /(audit|roles|terminals|users)\.page/,
}

/** Pages without Ant Design, with what only they and their dialogs need. */
function pageOf(id: string, context: Context): string | null {
  const [, page = null] = /([\w-]+\.page)\.tsx$/.exec(id) ?? []
  if (page === null || needsAnt(id, context)) return null
  return Object.keys(smallPages).find((name) => smallPages[name]?.test(page)) ?? page
}

/** Dialogs and forms that are fetched on request, by area. */
function formsOf(id: string, context: Context): string | null {
  const isOpenedLater = (context.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0
  return isOpenedLater && needsAnt(id, context) ? `${areaOf(id)}-forms` : null
}

/** What records share and needs Ant Design; those of orders have tables, too. */
const recordsOf = (id: string): string | null => {
  const area = areaOf(id)
  return area === null ? null : area === 'orders' ? 'order-records' : 'records'
}

const basics =
  'aes|api|cookies|database|lost|offline|own-device|own-path|receive-file|request|session|settings|sign-in-again|storage'
const onBoth = new RegExp(
  [
    'rolldown.runtime|vite.preload-helper|packages.domain.src|node_modules.(react|react-dom|scheduler|zustand|eventsource-parser)/',
    `src.shared.(${basics}|live.stream-link|format.(numbers|dates))\\.ts$|displays.screen-options`,
  ].join('|'),
)

/** What the public pages and the pages behind the sign-in share. */
const onAllPages =
  /src.(shared.(i18n.use-translation|use-problem-message|terminal|form.field-text|ui.(logo|language-select))|modules.identity.sign-in)/

/** Modules of the office's entry and of all that it imports. */
const atFirst = new Set<string>()

/** Needed by every visit of the office: what it begins with. */
function baseOf(id: string, context: Context): string | null {
  const add = (one: string): void => {
    if (atFirst.has(one)) return
    atFirst.add(one)
    for (const imported of context.getModuleInfo(one)?.importedIds ?? []) add(imported)
  }
  if (atFirst.size === 0) add(officeEntry)
  return atFirst.has(id) || onAllPages.test(id) ? 'base' : null
}

const groups = [
  // Shared by office and wall, so that neither loads code of the other.
  { name: 'both', test: onBoth },
  // The editor's, and of a TV that is not 16:9.
  { name: 'templates', test: /displays.screen-templates/ },
  { name: 'machine-states', test: /machine-states.css$/ },
  // The wall, and the drawings of it in the editor of screens; its style sheets are the wall's alone.
  { name: 'wall', test: /src.wall.(?!explain|drawer|embed|main|wall-app).*\.tsx?$|dictionary.src.wall\./ },
  { name: baseOf, debugName: 'base' },
  { name: 'frame', test: frame },
  // The two most visited pages.
  { name: 'order-list', test: /src.modules.orders.orders.page/ },
  { name: 'dashboard', test: /src.modules.dashboard.dashboard.page/ },
  {
    name: (id: string, context: Context) => (needsAnt(id, context) ? null : 'parts'),
    debugName: 'parts',
    test: plainShared,
  },
  { name: 'codes', test: /src.shared.ui.qr-code|node_modules.qr.(?!decode)/ },
  { name: 'ant', test: antControls },
  { name: 'charts', test: /node_modules.(echarts|zrender)/ },
  { name: 'validation', test: /node_modules.zod/ },
  { name: 'shared', test: shared },
  // After Ant Design's parts, which would otherwise come with the reader of codes into every page.
  { name: 'camera', test: /src.shared.scan.scan-camera|node_modules.qr.decode/ },
  { name: 'pickers', test: /antd.es.(date|time)-picker|rc-component.picker|node_modules.dayjs/ },
  { name: 'tables', test: /antd.es.(table|tree)|rc-component.(table|tree)/ },
  { name: 'resources', test: /src.shared.(resource|form.day-field)/ },
  { name: 'dialogs', test: dialogs },
  { name: 'public-pages', test: publicPages },
  { name: 'other-pages', test: /src.app.(to-wall|layout.missing).page\.tsx$/ },
  {
    name: (id: string, context: Context) => (needsAnt(id, context) ? null : areaOf(id)),
    debugName: 'area',
    test: /src.modules./,
    minShareCount: 2,
  },
  // Before the forms, which would take with them what a page has in common with its own.
  {
    name: 'scanning',
    test: /src.modules.(production.(scan-field|queue-panel|worker-fields)|erection.site-report-list)\.tsx$/,
  },
  { name: pageOf, debugName: 'pages', test: /src.modules.(?!identity.login).*\.page\.tsx$/ },
  { name: formsOf, debugName: 'forms', test: /src.modules.(?!.*\.page\.tsx$)/ },
  // What records and their forms share.
  { name: recordsOf, debugName: 'records', test: /src.modules./, minShareCount: 2 },
  { name: wordsOf, debugName: 'dictionaries', test: /\.json$/ },
  // More of them, with Ant Design.
  { name: 'material-pages', test: /src.modules.material.[\w-]+\.page\.tsx$/ },
  { name: 'quality-tools', test: /(limits|verify)\.page\.tsx$/ },
  {
    name: 'labels',
    test: /(machine-labels|part-labels|(package|delivery|nest|plate-layouts)-print).page\.tsx$/,
  },
]

/**
 * Modules that are bundled together; by default the bundler makes hundreds of small files, each of which costs a request
 * and its latency. A module belongs to the first group that matches it, with all its imports; a page that is in no
 * group is a file of its own. `tools/page-weight.ts` checks the number of files, and that no group grows beyond what
 * its pages need.
 */
export const fileGroups = groups.map((group, at) => ({ ...group, priority: groups.length - at }))
