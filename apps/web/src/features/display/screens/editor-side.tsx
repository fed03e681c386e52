import type { Panel, ScreenPage } from '@cloud-factory/contract/screens'
import { useTranslation } from 'react-i18next'
import { Locked } from '../../../shared/form/locked.tsx'
import { PartTabs } from '../../../shared/ui/part-tabs.tsx'
import { PageFields } from './page-fields.tsx'
import { PanelCatalogue } from './panel-catalogue.tsx'
import { PanelOptions } from './panel-options.tsx'
import { ScreenFields } from './screen-fields.tsx'
import type { ScreenDraft } from './use-screen-draft.ts'

const sides = ['panels', 'panel', 'page', 'screen'] as const
export type Side = (typeof sides)[number]

interface Props {
  readonly draft: ScreenDraft
  readonly page: ScreenPage | undefined
  /** Place of the panel that is marked. */
  readonly marked: number | null
  readonly side: Side
  readonly onSide: (side: Side) => void
  readonly onPage: (page: ScreenPage) => void
  readonly onPanel: (place: number, panel: Panel | null) => void
  readonly onAdd: (panel: Panel) => void
}

/** Beside the grid: panels to add, the marked one, its page, the screen. */
export function EditorSide({ draft, page, marked, side, onSide, onPage, onPanel, onAdd }: Props) {
  const { t } = useTranslation('screens')
  const panel = marked === null ? undefined : page?.panels[marked]
  return (
    <aside className="editor-side" aria-label={t('sideLabel')}>
      <PartTabs
        label={t('sideLabel')}
        parts={sides.map((key) => ({ key, title: t(`side.${key}`) }))}
        shown={side}
        onShow={onSide}
      >
        <Locked when={draft.locked}>
          {side === 'panels' && page !== undefined && (
            <PanelCatalogue canvas={draft.layout.canvas} panels={page.panels} onAdd={onAdd} />
          )}
          {side === 'panel' &&
            (panel === undefined || marked === null ? (
              <p className="screen-soft">{t('nothingMarked')}</p>
            ) : (
              <PanelOptions key={marked} panel={panel} onChange={(next) => onPanel(marked, next)} />
            ))}
          {side === 'page' && page !== undefined && <PageFields page={page} onChange={onPage} />}
          {side === 'screen' && <ScreenFields layout={draft.layout} onChange={draft.change} />}
        </Locked>
      </PartTabs>
    </aside>
  )
}
