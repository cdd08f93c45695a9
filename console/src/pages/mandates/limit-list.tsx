/** Limits, one beneath the other; or that there are none. */
export function LimitList(props: { readonly texts: readonly string[]; readonly none: string }) {
  if (props.texts.length === 0) return <span class="unknown">{props.none}</span>;
  return (
    <ul class="limits">
      {props.texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
