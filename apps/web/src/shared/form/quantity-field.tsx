import { InputNumber, type InputNumberProps } from 'antd'

/** A quantity of three decimals at most, without zeros at its end: “1.000” is a thousand to half the world. */
export function QuantityField(props: Omit<InputNumberProps<number>, 'precision' | 'formatter'>) {
  return (
    <InputNumber<number>
      {...props}
      precision={3}
      formatter={(value, { userTyping, input }) => (userTyping ? input : written(value))}
    />
  )
}

const written = (value: number | string | undefined): string =>
  value === undefined || value === '' ? '' : String(Number(value))
