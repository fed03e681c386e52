import {
  AimOutlined,
  CameraOutlined,
  ColumnWidthOutlined,
  CompressOutlined,
  CopyOutlined,
} from '@ant-design/icons'
import { colourOf, css } from '@cloud-factory/domain/model/state-colours'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { count, tonnes } from '../../shared/format/numbers.ts'
import { Button } from '../../shared/ui/button.tsx'
import { say } from '../../shared/ui/say.ts'
import { captionedPicture, copyPicture, savePicture } from './captioned-picture.ts'
import type { ColouredModel } from './member-view.rules.ts'
import type { Measure } from './measure.tsx'
import type { ModelScene, Section } from './model-scene.ts'
import { useStateName } from './use-state-name.ts'

interface Props {
  readonly scene: ModelScene | null
  /** Box of the selected member. */
  readonly selected: readonly number[] | undefined
  readonly measure: Measure
  readonly model: ColouredModel
  /** Title of pictures, and their day. */
  readonly lines: readonly string[]
}

const axes = ['z', 'x', 'y'] as const

/** Fits the view, cuts the model, takes its picture. */
export function SceneTools({ scene, selected, measure, model, lines }: Props) {
  const { t } = useTranslation('model')
  const [section, setSection] = useState<Section>(scene?.cutAt ?? { axis: 'z', share: 1 })
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
      <Button icon={<ColumnWidthOutlined />} aria-pressed={measure.isOn} onClick={measure.toggle}>
        {t('measure.title')}
      </Button>
      <PictureButtons scene={scene} model={model} lines={lines} />
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

/** The picture with its title and legend, to copy or to save; a browser that cannot copy it saves it. */
function PictureButtons({ scene, model, lines }: Pick<Props, 'scene' | 'model' | 'lines'>) {
  const { t } = useTranslation('model')
  const nameOf = useStateName(model)
  const make = () => {
    if (scene === null) return Promise.resolve(null)
    const legend = model.sums.map(({ state, pieces, kg }, at) => {
      const amount = t('pictureAmount', { pieces: count(pieces), tonnes: tonnes(kg) })
      return [css(colourOf(model.colouring, state, at)), `${nameOf(state)}: ${amount}`] as const
    })
    return captionedPicture(scene.drawn(), { lines, legend })
  }
  const name = lines.join(' ')
  const copy = async () => {
    const picture = make()
    if (await copyPicture(picture)) return say('success', t('pictureCopied'))
    await savePicture(picture, name)
    return say('warning', t('pictureSaved'))
  }
  return (
    <>
      <Button icon={<CopyOutlined />} onClick={() => void copy()}>
        {t('copyPicture')}
      </Button>
      <Button icon={<CameraOutlined />} onClick={() => void savePicture(make(), name)}>
        {t('picture')}
      </Button>
    </>
  )
}
