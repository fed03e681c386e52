import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DownloadDialog } from '../ui/download-dialog.tsx'

type Download = ComponentProps<typeof DownloadDialog>

/** Exports all matches of a list as a file, or prints the list as shown. */
export function ListFiles({ title, fetch }: Pick<Download, 'title' | 'fetch'>) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<DownloadOutlined />} onClick={() => setOpen(true)}>
        {t('common:export')}
      </Button>
      <Button icon={<PrinterOutlined />} onClick={() => window.print()}>
        {t('table.print')}
      </Button>
      {open && <DownloadDialog title={title} fetch={fetch} onClose={() => setOpen(false)} />}
    </>
  )
}
