import { FilePdfOutlined } from '@ant-design/icons'
import type { InspectionForm } from '@cloud-factory/contract/inspection-forms'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '../../../shared/api.ts'
import { lazyPart } from '../../../shared/ui/lazy-part.ts'
import { Overlay } from '../../../shared/ui/overlay.tsx'

const DownloadDialog = lazyPart(
  async () => (await import('../../../shared/ui/download-dialog.tsx')).DownloadDialog,
)

const languages = ['zh', 'en', 'es'] as const

interface Paper {
  readonly what: 'report' | 'dossier'
  readonly language: (typeof languages)[number]
}

/** The report of an inspection, or all locked ones of its order, as a PDF in the language of whoever will read it. */
export function InspectionPapers({ form }: { readonly form: InspectionForm }) {
  const { t } = useTranslation('quality-documents')
  const [paper, choose] = useState<Paper | null>(null)
  const orderId = form.order?.id
  const group = (what: Paper['what']) => ({
    key: what,
    type: 'group' as const,
    label: what === 'report' ? t('report') : t('dossier', { no: form.order?.no ?? '' }),
    children: languages.map((language) => ({
      key: `${what} ${language}`,
      label: t(`language.${language}`),
      onClick: () => choose({ what, language }),
    })),
  })
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{ items: [group('report'), ...(orderId === undefined ? [] : [group('dossier')])] }}
      >
        <Button icon={<FilePdfOutlined />} {...DownloadDialog.early}>
          PDF
        </Button>
      </Dropdown>
      <Overlay onClose={() => choose(null)}>
        {paper !== null && (
          <DownloadDialog
            title={t('making')}
            fetch={(asked) =>
              paper.what === 'report' || orderId === undefined
                ? download('GET /api/inspections/:id/report', {
                    params: { id: form.id },
                    query: { language: paper.language },
                    ...asked,
                  })
                : download('GET /api/orders/:id/dossier', {
                    params: { id: orderId },
                    query: { language: paper.language },
                    ...asked,
                  })
            }
            onClose={() => choose(null)}
          />
        )}
      </Overlay>
    </>
  )
}
