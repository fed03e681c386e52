import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../ui/lazy-part.ts'
import { Overlay } from '../ui/overlay.tsx'

const DownloadDialog = lazyPart(async () => (await import('../ui/download-dialog.tsx')).DownloadDialog)

type Download = ComponentProps<typeof DownloadDialog>

/** Exports all matches of a list as a file, or prints the list as shown. */
export function ListFiles({ title, fetch }: Pick<Download, 'title' | 'fetch'>) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<DownloadOutlined />} onClick={() => setOpen(true)} {...DownloadDialog.early}>
        {t('common:export')}
      </Button>
      <Button icon={<PrinterOutlined />} onClick={() => window.print()}>
        {t('table.print')}
      </Button>
      <Overlay onClose={() => setOpen(false)}>
        {open && <DownloadDialog title={title} fetch={fetch} onClose={() => setOpen(false)} />}
      </Overlay>
    </>
  )
}
