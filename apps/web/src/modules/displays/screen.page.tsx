import { layoutProblems, type LayoutProblem } from '@cloud-factory/contract/displays/screen-layout.rules'
import type {
  Panel,
  ScreenDetail,
  ScreenPage as LayoutPage,
  ScreenLayout,
} from '@cloud-factory/contract/displays/screens'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { EditorHeader } from './editor-header.tsx'
import { replaced, withPage } from './editor.rules.ts'
import { LayoutGrid } from './layout-grid.tsx'
import { PageStrip } from './page-fields.tsx'
import { type ScreenDraft, useScreenDraft } from './use-screen-draft.ts'
import { Button, Modal } from 'antd'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { DifferenceList } from './versions-drawer.tsx'
import { EditorSide, type Side } from './editor-side.tsx'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useNames } from '../../shared/i18n/use-names.ts'
import { useTabTitle } from '../../shared/tabs/tab-hooks.ts'
import { screenQuery } from './screens.queries.ts'
import './screens.css'

/** The draft of a screen: pages, the grid of one of them, and at the side what is marked. */
function ScreenEditor({ first }: { readonly first: ScreenDetail }) {
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
      <EditorHeader draft={draft} problems={problems.length} page={place} />
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
              screen={draft.screen}
              layout={layout}
              page={place}
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
  const changePage = (next: LayoutPage) => change(withPage(layout, place, next))
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

interface Props {
  readonly layout: ScreenLayout
  readonly problems: readonly LayoutProblem[]
  /** Goes to the page, and to the panel if the problem has one. */
  readonly onGo: (page: number | null, panel: number | null) => void
}

/** Page and panel of a path; null for a path without them. */
function placeOf(path: string): { page: number | null; panel: number | null } {
  const [, page, panel] = /^pages\.(\d+)(?:\.panels\.(\d+))?/.exec(path) ?? []
  return { page: page === undefined ? null : Number(page), panel: panel === undefined ? null : Number(panel) }
}

/** Problems that prevent publication, each with a link to its place. */
function ProblemList({ layout, problems, onGo }: Props) {
  const { t } = useTranslation('displays')
  const reasonText = useReasonText()
  if (problems.length === 0)
    return (
      <p className="screen-fine" role="status">
        {t('noProblems')}
      </p>
    )
  const where = (path: string): string => {
    const { page, panel } = placeOf(path)
    const kind = page === null || panel === null ? undefined : layout.pages[page]?.panels[panel]?.kind
    if (page === null) return t('wholeScreen')
    return `${t('onPageNo', { no: page + 1 })}${kind === undefined ? '' : ` · ${t(`panel.${kind}.name`)}`}`
  }
  return (
    <section className="screen-problems" aria-label={t('problems')}>
      <h3>{t('problemCount', { count: problems.length })}</h3>
      <ul>
        {problems.map(({ path, reason }) => (
          <li key={`${path} ${reason}`}>
            <button
              type="button"
              className="link-button"
              onClick={() => {
                const { page, panel } = placeOf(path)
                onGo(page, panel)
              }}
            >
              {where(path)}
            </button>{' '}
            {reasonText(reason)}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** /set/screen/:id: one screen, its draft on the grid. */
export function ScreenPage() {
  const { t } = useTranslation('displays')
  const { id = '' } = useParams()
  const names = useNames()
  const { data, error, refetch } = useQuery(screenQuery(id))
  useTabTitle(data === undefined ? undefined : names(data.names))
  return (
    <div className="page">
      {data === undefined && error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <p className="page-wait">{t('loading')}</p>}
      {data !== undefined && <ScreenEditor key={id} first={data} />}
    </div>
  )
}
