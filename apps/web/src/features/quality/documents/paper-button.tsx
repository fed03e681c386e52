import { FilePdfOutlined } from '@ant-design/icons'
import { type PaperKind, type PaperLanguage, paperLanguages } from '@cloud-factory/contract/paper-words'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, download } from '../../../shared/api.ts'
import { newUuid } from '../../../shared/new-uuid.ts'
import { lazyPart } from '../../../shared/ui/lazy-part.ts'
import { Overlay } from '../../../shared/ui/overlay.tsx'

const DownloadDialog = lazyPart(
  async () => (await import('../../../shared/ui/download-dialog.tsx')).DownloadDialog,
)

/** A paper that can be had: of a record or an order, or the report of an inspection. */
export interface PaperChoice {
  readonly kind: PaperKind | 'report'
  /** Of the record; of the order for registers and dossiers. */
  readonly id: string
  readonly label: string
}

interface Props {
  readonly papers: readonly PaperChoice[]
  /** Beside the icon; `PDF` unless said. */
  readonly label?: string
  readonly primary?: boolean
  readonly onMade?: () => void
}

/** Makes papers as PDF in the language of whoever will read them. */
export function PaperButton({ papers, label = 'PDF', primary = false, onMade }: Props) {
  const { t } = useTranslation('quality-documents')
  const [asked, ask] = useState<Asked | null>(null)
  const items = papers.map((paper, index) => ({
    key: `${paper.kind} ${index}`,
    type: 'group' as const,
    label: paper.label,
    children: paperLanguages.map((language) => ({
      key: `${paper.kind} ${index} ${language}`,
      label: t(`language.${language}`),
      onClick: () => ask({ ...paper, language, key: newUuid() }),
    })),
  }))
  const close = () => {
    ask(null)
    onMade?.()
  }
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items }}>
        <Button
          type={primary ? 'primary' : 'default'}
          icon={<FilePdfOutlined />}
          disabled={papers.length === 0}
          {...DownloadDialog.early}
        >
          {label}
        </Button>
      </Dropdown>
      <Overlay onClose={close}>
        {asked !== null && (
          <DownloadDialog
            title={t('making')}
            fetch={(how) => fetchPaper(asked, how)}
            {...(asked.kind === 'dossier' ? { progress: (signal) => progressOf(asked.key, signal) } : {})}
            onClose={close}
          />
        )}
      </Overlay>
    </>
  )
}

interface Asked extends PaperChoice {
  readonly language: PaperLanguage
  /** By it the progress is asked for. */
  readonly key: string
}

type How = Parameters<React.ComponentProps<typeof DownloadDialog>['fetch']>[0]

const fetchPaper = ({ kind, id, language, key }: Asked, how: How) =>
  kind === 'report'
    ? download('GET /api/inspections/:id/report', { params: { id }, query: { language }, ...how })
    : download('POST /api/quality-papers', { body: { kind, id, language, progressKey: key }, ...how })

const progressOf = (key: string, signal: AbortSignal) =>
  api('GET /api/quality-papers/progress/:key', { params: { key }, signal })
