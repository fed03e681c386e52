import { PrinterOutlined } from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useInstant } from '../../../shared/format/dates.ts'
import { lazyPart } from '../../../shared/ui/lazy-part.ts'
import { Overlay } from '../../../shared/ui/overlay.tsx'
import { PageHeader } from '../../../shared/ui/page-header.tsx'
import { PartTabs } from '../../../shared/ui/part-tabs.tsx'
import { ExportFigures } from './export-figures.tsx'
import { FigureFilters } from './figure-filters.tsx'
import { OverviewPart } from './overview-part.tsx'
import { parts, type Scope, scopeOf, searchOf } from './figures-scope.rules.ts'
import './figures.css'

const ParetoPart = lazyPart(async () => (await import('./pareto-part.tsx')).ParetoPart)

const weekMs = 6 * 86_400_000

/** Key figures of machines, and what they stood for. */
export function FiguresPage() {
  const { t } = useTranslation('figures')
  const instant = useInstant()
  // Of the visit: the page does not change under its reader at midnight.
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
          {t('print')}
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
        <Overlay>
          <Suspense fallback={<Skeleton active />}>
            {scope.part === 'overview' ? (
              <OverviewPart scope={scope} onChange={change} />
            ) : (
              <ParetoPart scope={scope} />
            )}
          </Suspense>
        </Overlay>
      </PartTabs>
    </div>
  )
}
