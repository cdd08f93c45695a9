import { useEffect, useState } from 'preact/hooks';

/** Modules of white around the code, without which scanners do not find it. */
const BORDER = 4;

/** A text as a QR code. `what` names what it holds: `the deposit address`. */
export function QrCode({ text, what }: { readonly text: string; readonly what: string }) {
  const [code, setCode] = useState<{ readonly size: number; readonly path: string }>();
  useEffect(() => {
    let isWanted = true;
    void import('uqr').then(({ encode }) => {
      if (isWanted) setCode(drawn(encode(text, { border: BORDER }).data));
    });
    return () => {
      isWanted = false;
    };
  }, [text]);
  if (code === undefined) return <div class="qr" />;
  return (
    <svg class="qr" viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={`QR code of ${what}`}>
      <rect width={code.size} height={code.size} fill="#fff" />
      <path d={code.path} fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
}

/** The dark modules as one path. */
function drawn(rows: readonly (readonly boolean[])[]): { readonly size: number; readonly path: string } {
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size: rows.length, path };
}
