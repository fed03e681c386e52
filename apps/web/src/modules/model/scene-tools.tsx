import { AimOutlined, CameraOutlined, CompressOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../shared/ui/button.tsx'
import type { ModelScene, Section } from './model-scene.ts'

interface Props {
  readonly scene: ModelScene | null
  /** Box of the selected member. */
  readonly selected: readonly number[] | undefined
}

const axes = ['z', 'x', 'y'] as const

/** Fits the view, cuts the model, takes its picture. */
export function SceneTools({ scene, selected }: Props) {
  const { t } = useTranslation('model')
  const [section, setSection] = useState<Section>({ axis: 'z', share: 1 })
  const cut = (next: Section) => {
    setSection(next)
    scene?.section(next.share === 1 ? null : next)
  }
  return (
    <div className="model-tools" role="toolbar" aria-label={t('tools')}>
      <Button icon={<CompressOutlined />} onClick={() => scene?.fit()}>
        {t('fit')}
      </Button>
      {selected !== undefined && (
        <Button icon={<AimOutlined />} onClick={() => scene?.fit(selected)}>
          {t('fitSelected')}
        </Button>
      )}
      <Button icon={<CameraOutlined />} onClick={() => void scene?.picture().then(savePicture)}>
        {t('picture')}
      </Button>
      <span className="model-section">
        {t('section')}
        <select
          aria-label={t('sectionAxis')}
          value={section.axis}
          onChange={({ target }) =>
            cut({ ...section, axis: axes.find((one) => one === target.value) ?? 'z' })
          }
        >
          {axes.map((axis) => (
            <option key={axis} value={axis}>
              {axis.toUpperCase()}
            </option>
          ))}
        </select>
        <input
          aria-label={t('section')}
          type="range"
          min="0"
          max="1"
          step="0.005"
          value={section.share}
          onChange={({ target }) => cut({ ...section, share: Number(target.value) })}
        />
      </span>
    </div>
  )
}

function savePicture(picture: Blob | null): void {
  if (picture === null) return
  const link = document.createElement('a')
  link.href = URL.createObjectURL(picture)
  link.download = 'model.png'
  link.click()
  URL.revokeObjectURL(link.href)
}
