import { RedoOutlined, UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { download } from '../../shared/api.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { DownloadDialog } from '../../shared/ui/download-dialog.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { say } from '../../shared/ui/say.ts'
import { FullPreview } from './full-preview.tsx'
import { addressOf } from './layout-geometry.ts'
import { PublishDialog, VersionsDrawer } from './versions-drawer.tsx'
import { ScreenForm } from './screen-form.tsx'
import type { ScreenDraft } from './use-screen-draft.ts'

type Open = 'preview' | 'publish' | 'versions' | 'rename' | 'export'

/** True or the reason why the draft cannot be published. */
function canPublish({ screen, dirty, locked }: ScreenDraft, problems: number): true | string {
  if (problems > 0 && !locked) return 'screen.has_problems'
  // What is not saved yet differs from what is shown.
  return dirty && screen.can.publish === 'display.settled' ? true : screen.can.publish
}

/** Name of the screen, its published version, and the actions on its draft. */
export function EditorHeader({
  draft,
  problems,
  page,
}: {
  readonly draft: ScreenDraft
  readonly problems: number
  /** The page on the grid. */
  readonly page: number
}) {
  const { t } = useTranslation('displays')
  const names = useNames()
  const [open, setOpen] = useState<Open | null>(null)
  const { screen, dirty, busy, locked } = draft
  const save = async () => {
    if ((await draft.save()) !== null) say('success', t('saved'))
  }
  const publish = async () => {
    if (!dirty || (await draft.save()) !== null) setOpen('publish')
  }
  return (
    <>
      <PageHeader title={names(screen.names)} note={<StateLine draft={draft} />}>
        <div className="editor-more">
          <ReasonButton allowed={screen.can.save} onClick={() => setOpen('rename')}>
            {t('rename')}
          </ReasonButton>
          <Button onClick={() => setOpen('versions')}>{t('versions')}</Button>
          <Button onClick={() => setOpen('export')}>{t('export')}</Button>
          <Button disabled={draft.layout.pages.length === 0} onClick={() => setOpen('preview')}>
            {t('preview')}
          </Button>
          {screen.shown !== null && (
            <Button href={addressOf(screen)} target="_blank" rel="noreferrer">
              {t('openShown')}
            </Button>
          )}
        </div>
        <div className="editor-main-actions">
          {!locked && <Steps draft={draft} />}
          <ReasonButton
            allowed={locked || dirty ? screen.can.save : 'display.unchanged'}
            loading={busy}
            onClick={() => void save()}
            {...(dirty && { title: 'Ctrl+S' })}
          >
            {t('saveDraft')}
          </ReasonButton>
          <ReasonButton type="primary" allowed={canPublish(draft, problems)} onClick={() => void publish()}>
            {t('publish')}
          </ReasonButton>
        </div>
      </PageHeader>
      <OpenDialog open={open} draft={draft} page={page} onClose={() => setOpen(null)} />
    </>
  )
}

interface DialogProps {
  readonly open: Open | null
  readonly draft: ScreenDraft
  readonly page: number
  readonly onClose: () => void
}

function OpenDialog({ open, draft, page, onClose }: DialogProps) {
  const { t } = useTranslation('displays')
  const names = useNames()
  const { screen } = draft
  return (
    <>
      {open === 'preview' && <FullPreview draft={draft} first={page} onClose={onClose} />}
      {open === 'publish' && <PublishDialog draft={draft} onClose={onClose} />}
      {open === 'versions' && <VersionsDrawer draft={draft} onClose={onClose} />}
      {open === 'rename' && (
        <ScreenForm
          screen={screen}
          onSaved={(now) => {
            draft.take(now)
            onClose()
          }}
          onClose={onClose}
        />
      )}
      {open === 'export' && (
        <DownloadDialog
          title={t('exportTitle', { name: names(screen.names) })}
          fetch={(options) =>
            download('GET /api/screens/:id/export', { params: { id: screen.id }, ...options })
          }
          onClose={onClose}
        />
      )}
    </>
  )
}

/** Back and on again. */
function Steps({ draft: { undo, redo } }: { readonly draft: ScreenDraft }) {
  const { t } = useTranslation('displays')
  return (
    <>
      <Button
        icon={<UndoOutlined />}
        aria-label={t('undo')}
        title={`${t('undo')} Ctrl+Z`}
        disabled={undo === null}
        onClick={() => undo?.()}
      />
      <Button
        icon={<RedoOutlined />}
        aria-label={t('redo')}
        title={`${t('redo')} Ctrl+Y`}
        disabled={redo === null}
        onClick={() => redo?.()}
      />
    </>
  )
}

/** Saved or not, shown or not, by whom. */
function StateLine({ draft: { screen, dirty } }: { readonly draft: ScreenDraft }) {
  const { t } = useTranslation('displays')
  const instant = useInstant()
  const { shown, settled, updatedAt, updatedBy } = screen
  const state = shown === null ? t('state.never') : t(settled ? 'state.settled' : 'state.differs')
  const parts = [
    t(`source.${screen.source}`),
    screen.place,
    shown === null ? '' : t('showsVersion', { no: shown }),
    dirty ? t('unsaved') : state,
    t('savedAt', { at: instant(updatedAt), by: updatedBy }),
  ]
  return parts
    .filter((part) => part !== '')
    .map((part, at, { length }) => (
      // oxlint-disable-next-line react/no-array-index-key -- words in a row, with no state
      <span key={at} className="state-part">
        {at < length - 1 ? `${part} · ` : part}
      </span>
    ))
}
