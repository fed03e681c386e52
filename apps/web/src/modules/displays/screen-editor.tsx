import { canvases, minPanel, type CanvasName, panelKinds } from '@cloud-factory/domain/displays/screen-enums'
import type { Panel, ScreenDetail, ScreenPage } from '@cloud-factory/contract/displays/screens'
import { useTranslation } from 'react-i18next'
import { firstPlace, replaced, withPage } from './layout-edit.rules.ts'
import { layoutProblems } from '@cloud-factory/contract/displays/screen-layout.rules'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { EditorHeader } from './editor-header.tsx'
import { LayoutGrid } from './layout-grid.tsx'
import { PageStrip } from './page-strip.tsx'
import { placeOf, ProblemList } from './problem-list.tsx'
import { type ScreenDraft, useScreenDraft } from './use-screen-draft.ts'
import { Button, Modal } from 'antd'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { DifferenceList } from './difference-list.tsx'
import { Locked } from '../../shared/form/locked.tsx'
import { PartTabs } from '../../shared/ui/part-tabs.tsx'
import { PageFields } from './page-fields.tsx'
import { PanelOptions } from './panel-options.tsx'
import { ScreenFields } from './screen-fields.tsx'

interface PanelCatalogueProps {
  readonly canvas: CanvasName
  readonly panels: readonly Panel[]
  readonly onAdd: (panel: Panel) => void
}

/** Every available panel with a description; panels without room on the page say so. */
function PanelCatalogue({ canvas, panels, onAdd }: PanelCatalogueProps) {
  const { t } = useTranslation('displays')
  return (
    <ul className="panel-catalogue">
      {panelKinds.map((kind) => {
        const free = firstPlace(kind, panels, canvases[canvas])
        const { width, height } = minPanel[kind]
        const isOn = panels.some((panel) => panel.kind === kind)
        return (
          <li key={kind}>
            <button
              type="button"
              aria-disabled={free === null ? 'true' : undefined}
              onClick={() => free !== null && onAdd(free)}
            >
              <strong>{t(`panel.${kind}.name`)}</strong>
              <span>{t(`panel.${kind}.about`)}</span>
              <small>
                {t('least', { width, height })}
                {isOn && ` · ${t('onPage')}`}
                {free === null && ` · ${t('noRoom')}`}
              </small>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

const sides = ['panels', 'panel', 'page', 'screen'] as const
type Side = (typeof sides)[number]

interface EditorSideProps {
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

/** Beside the grid: panels to add, the selected panel, its page, the screen. */
function EditorSide({ draft, page, marked, side, onSide, onPage, onPanel, onAdd }: EditorSideProps) {
  const { t } = useTranslation('displays')
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

/** The draft of a screen: pages, the grid of one of them, and at the side what is marked. */
export function ScreenEditor({ first }: { readonly first: ScreenDetail }) {
  const { t } = useTranslation('displays')
  const reasonText = useReasonText()
  const draft = useScreenDraft(first)
  const { layout } = draft
  const problems = useMemo(() => layoutProblems(layout), [layout])
  const editing = useEditing(draft)
  const { frame, place, page, marked, side } = editing
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys for what its buttons do as well
    <div ref={frame} className="screen-editor" onKeyDown={(event) => onKeyDown(event, draft)}>
      <EditorHeader draft={draft} problems={problems.length} />
      {draft.error !== null && <ProblemAlert error={draft.error} />}
      <LayoutConflict draft={draft} />
      <PageStrip
        layout={layout}
        shown={place}
        wrong={new Set(problems.flatMap(({ path }) => placeOf(path).page ?? []))}
        locked={draft.locked}
        onShow={editing.show}
        onChange={draft.change}
      />
      <div className="editor-body">
        <div className="editor-main">
          {page === undefined ? (
            <p>{t('noPage')}</p>
          ) : (
            <LayoutGrid
              canvas={layout.canvas}
              panels={page.panels}
              problems={reasonsOfPanels(problems, place, reasonText)}
              chosen={marked}
              locked={draft.locked}
              onChoose={editing.mark}
              onChange={editing.changePanel}
              onOpen={() => editing.focusOn('.editor-side [role="tabpanel"]')}
            />
          )}
          <ProblemList layout={layout} problems={problems} onGo={editing.go} />
        </div>
        <EditorSide
          draft={draft}
          page={page}
          marked={marked}
          side={side}
          onSide={editing.setSide}
          onPage={editing.changePage}
          onPanel={editing.changePanel}
          onAdd={editing.add}
        />
      </div>
    </div>
  )
}

/** The selected page and panel, and the actions on them. */
function useEditing({ layout, change }: ScreenDraft) {
  const frame = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(0)
  const [marked, setMarked] = useState<number | null>(null)
  const [side, setSide] = useState<Side>('panels')
  const place = Math.min(shown, layout.pages.length - 1)
  const page = layout.pages[place]

  /** Focuses the edited element once it is rendered. */
  const focusOn = (part: string) =>
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(part)?.focus())
  const show = (to: number) => {
    setShown(to)
    setMarked(null)
  }
  const changePage = (next: ScreenPage) => change(withPage(layout, place, next))
  const mark = (panel: number | null) => {
    setMarked(panel)
    if (panel !== null) setSide('panel')
  }
  const changePanel = (at: number, panel: Panel | null) => {
    if (page === undefined) return
    changePage({ ...page, panels: replaced(page.panels, at, panel) })
    if (panel !== null) return
    setMarked(null)
    setSide('panels')
    focusOn('.layout-grid')
  }
  const add = (panel: Panel) => {
    if (page === undefined) return
    changePage({ ...page, panels: [...page.panels, panel] })
    mark(page.panels.length)
    focusOn('.layout-grid > :last-child')
  }
  const go = (toPage: number | null, panel: number | null) => {
    if (toPage === null) return setSide('screen')
    show(toPage)
    if (panel === null) setSide('page')
    else mark(panel)
  }
  return { frame, place, page, marked, side, setSide, focusOn, show, mark, changePage, changePanel, add, go }
}

/** Why panels of a page are wrong, by their places. */
const reasonsOfPanels = (
  problems: ReturnType<typeof layoutProblems>,
  page: number,
  reasonText: (reason: string) => string,
): ReadonlyMap<number, string> =>
  new Map(
    problems.flatMap(({ path, reason }) => {
      const at = placeOf(path)
      return at.page === page && at.panel !== null ? [[at.panel, reasonText(reason)] as const] : []
    }),
  )

function onKeyDown(event: KeyboardEvent, draft: ScreenDraft): void {
  const action = event.ctrlKey || event.metaKey ? keys(event) : null
  if (action === null) return
  event.preventDefault()
  if (action === 'save' && draft.dirty) void draft.save()
  if (action === 'undo') draft.undo?.()
  if (action === 'redo') draft.redo?.()
}

/** Ctrl+S, Ctrl+Z, Ctrl+Y or Ctrl+Shift+Z; fields undo their own typing. */
function keys({ key, shiftKey, target }: KeyboardEvent): 'save' | 'undo' | 'redo' | null {
  const word = key.toLowerCase()
  if (word === 's') return 'save'
  if (target instanceof HTMLInputElement) return null
  if (word === 'y' || (word === 'z' && shiftKey)) return 'redo'
  return word === 'z' ? 'undo' : null
}

/** Somebody else saved first: shows the differences and asks which layout to keep. */
function LayoutConflict({ draft }: { readonly draft: ScreenDraft }) {
  const { t } = useTranslation('displays')
  const { conflict, layout } = draft
  if (conflict === null) return null
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        title={t('conflictTitle')}
        onCancel={draft.leaveConflict}
        footer={
          <>
            <Button onClick={draft.leaveConflict}>{t('conflictBack')}</Button>
            <Button onClick={() => draft.settle('theirs')}>{t('conflictTheirs')}</Button>
            <Button type="primary" danger loading={draft.busy} onClick={() => draft.settle('mine')}>
              {t('conflictMine')}
            </Button>
          </>
        }
      >
        <p>{t('conflictText', { name: conflict.updatedBy })}</p>
        <DifferenceList before={conflict.draft} after={layout} />
      </Modal>
    </>
  )
}
