import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { useTemplate } from './reading.queries.ts'

/** An empty list to be filled in, for who has none. */
export function TemplateLinks() {
  const { t } = useTranslation('imports')
  const template = useTemplate()
  return (
    <>
      <p className="page-note template-links">
        {t('template.help')}
        {(['xlsx', 'csv'] as const).map((format) => (
          <Button
            key={format}
            type="link"
            size="small"
            icon={<DownloadOutlined />}
            loading={template.isPending && template.variables === format}
            onClick={() => template.mutate(format)}
          >
            {t(`template.${format}`)}
          </Button>
        ))}
      </p>
      {template.error !== null && <ProblemAlert error={template.error} />}
    </>
  )
}
