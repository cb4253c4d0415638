import { Help } from './Help.jsx';

export default function Page() {
  return (
    <main>
      <h1>A page made with Next.js</h1>
      <Help src={process.env.WIDGET_LOADER} />
    </main>
  );
}
