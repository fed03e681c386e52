import './figures.css'
import { PrinterOutlined, DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useInstant } from '../../shared/format/dates.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PartTabs } from '../../shared/ui/part-tabs.tsx'
import { FigureFilters } from './figure-filters.tsx'
import { OverviewPart } from './overview-part.tsx'
import { parts, type Scope, scopeOf, searchOf, spanOf } from './figures-scope.rules.ts'
import { download } from '../../shared/api.ts'
import { useSettings } from '../../shared/settings.ts'
import { DownloadDialog } from '../../shared/ui/download-dialog.tsx'
import { figureKeys } from './figure-text.ts'
import { ParetoPart } from './pareto-part.tsx'

const times = ['planned', 'running', 'setup', 'idle', 'fault', 'unknown', 'plannedStop'] as const
const hours = new Set<string>(['mtbf', 'mttr', 'mttrOrder', 'mttrMend', ...times])

/** The figures that are shown as a file, with the times that they are made of. */
function ExportFigures({ scope }: { readonly scope: Scope }) {
  const { t } = useTranslation('oee')
  const language = useSettings((settings) => settings.language)
  const [open, setOpen] = useState(false)
  const titleOf = (key: (typeof figureKeys)[number]) =>
    `${t(`machine-states:figure.${key}`)}${hours.has(key) ? ' (h)' : key === 'energy' ? '' : ' (%)'}`
  const columns = [
    { key: 'name' as const, title: t(`by.${scope.by}`) },
    { key: 'machines' as const, title: t('machines') },
    ...figureKeys.map((key) => ({ key, title: titleOf(key) })),
    { key: 'energyUnit' as const, title: t('common:field.unit') },
    ...times.map((key) => ({ key, title: `${t(`input.${key}S`)} (h)` })),
    { key: 'failures' as const, title: t('input.failures') },
    { key: 'repairs' as const, title: t('input.repairs') },
    { key: 'output' as const, title: t('input.output') },
    { key: 'outputUnit' as const, title: t('common:field.unit') },
  ]
  const body = {
    filter: { ...spanOf(scope), by: scope.by },
    name: `${t('shell:route.equipmentFigures')} ${scope.from} ${scope.to}`,
    language,
    columns,
  }
  return (
    <>
      <Button icon={<DownloadOutlined />} onClick={() => setOpen(true)}>
        {t('export')}
      </Button>
      {open && (
        <DownloadDialog
          title={t('exporting')}
          fetch={(asked) => download('POST /api/exports/figures', { body, ...asked })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const weekMs = 6 * 86_400_000

/** Key figures of machines, and the causes of their stops. */
export function FiguresPage() {
  const { t } = useTranslation('oee')
  const instant = useInstant()
  // Time of this visit: the page does not change at midnight while somebody reads it.
  const [[today, weekAgo]] = useState(() => {
    const now = Date.now()
    return [instant(now, '{y}-{m}-{d}'), instant(now - weekMs, '{y}-{m}-{d}')] as const
  })
  const [search, setSearch] = useSearchParams()
  const scope = useMemo(() => scopeOf(search, today, weekAgo), [search, today, weekAgo])
  const change = (part: Partial<Scope>) => setSearch(searchOf({ ...scope, ...part }), { replace: true })
  return (
    <div className="page is-filling figures-page">
      <PageHeader
        title={t('shell:route.equipmentFigures')}
        note={t('note', { from: scope.from, to: scope.to })}
      >
        <Button icon={<PrinterOutlined />} onClick={() => globalThis.print()}>
          {t('common:action.print')}
        </Button>
        <ExportFigures scope={scope} />
      </PageHeader>
      <FigureFilters scope={scope} today={today} onChange={change} />
      <PartTabs
        label={t('parts')}
        parts={parts.map((key) => ({ key, title: t(`part.${key}`) }))}
        shown={scope.part}
        onShow={(part) => change({ part })}
      >
        {scope.part === 'overview' ? (
          <OverviewPart scope={scope} onChange={change} />
        ) : (
          <ParetoPart scope={scope} />
        )}
      </PartTabs>
    </div>
  )
}
