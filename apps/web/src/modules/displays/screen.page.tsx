import { layoutProblems, type LayoutProblem } from '@cloud-factory/contract/displays/screen-layout.rules'
import type { ScreenDetail, ScreenLayout } from '@cloud-factory/contract/displays/screens'
import { type KeyboardEvent, useMemo } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { EditorHeader } from './editor-header.tsx'
import { LayoutGrid } from './layout-grid.tsx'
import { PageStrip } from './page-strip.tsx'
import { type ScreenDraft, useScreenDraft } from './use-screen-draft.ts'
import { Button, Modal } from 'antd'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { DifferenceList } from './versions-drawer.tsx'
import { EditorSide } from './editor-side.tsx'
import { type Editing, useEditing } from './use-editing.ts'
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
  const { layout, screen } = draft
  const problems = useMemo(() => layoutProblems(layout), [layout])
  const editing = useEditing(draft)
  const { frame, place, page } = editing
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys for what its buttons do as well
    <div ref={frame} className="screen-editor" onKeyDown={(event) => onKeyDown(event, draft, editing)}>
      <EditorHeader draft={draft} problems={problems.length} page={place} />
      {screen.can.save !== true && (
        <p className="screen-soft" role="note">
          {t('onlyViewed', { reason: reasonText(screen.can.save) })}
        </p>
      )}
      {draft.error !== null && <ProblemAlert error={draft.error} />}
      <LayoutConflict draft={draft} />
      <PageStrip
        screen={draft.screen}
        layout={layout}
        shown={place}
        wrong={new Set(problems.flatMap(({ path }) => placeOf(path).page ?? []))}
        locked={draft.locked}
        onShow={editing.show}
        onChange={draft.change}
        announce={editing.announce}
      />
      <div className="editor-body">
        <div className="editor-main">
          {page === undefined ? (
            <p>{t('noPage')}</p>
          ) : (
            <LayoutGrid
              screen={draft.screen}
              layout={layout}
              problems={reasonsOfPanels(problems, place, reasonText)}
              locked={draft.locked}
              editing={editing}
            />
          )}
          {!draft.locked && <ProblemList layout={layout} problems={problems} onGo={editing.go} />}
        </div>
        <EditorSide draft={draft} editing={editing} />
      </div>
    </div>
  )
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

/** Ctrl and a key: an action, unless a field has that key for its own text. */
function onKeyDown(event: KeyboardEvent, draft: ScreenDraft, editing: Editing): void {
  if (!event.ctrlKey && !event.metaKey) return
  const { key, shiftKey, target } = event
  const word = `${shiftKey ? 'shift ' : ''}${key.toLowerCase()}`
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  const isGrid = target instanceof HTMLElement && target.closest('.layout-grid') !== null
  const acts: Readonly<Record<string, (() => void) | undefined>> = {
    s: () => draft.dirty && void draft.save(),
    ...(!isField && {
      z: editing.undo,
      y: editing.redo,
      'shift z': editing.redo,
      v: editing.paste,
    }),
    // Elsewhere the browser copies the text that is selected.
    ...(isGrid && { a: editing.chooseAll, c: editing.copy, d: editing.duplicate }),
  }
  const act = acts[word]
  if (act === undefined) return
  event.preventDefault()
  act()
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
