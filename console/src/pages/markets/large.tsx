/** A figure of which the size matters, not the digits: `1.9 B`; whole for those who point at it. */
export function Large({ value, unit }: { readonly value: number | null | undefined; readonly unit?: string }) {
  if (value === null || value === undefined) return <span class="unknown">unknown</span>;
  return (
    <span class="number" title={value.toLocaleString('en-US')}>
      {value.toLocaleString('en-US', { notation: 'compact', maximumFractionDigits: 2 })}{' '}
      {unit === undefined ? null : <span class="unit">{unit}</span>}
    </span>
  );
}
