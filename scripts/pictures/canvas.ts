import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Editor } from '../editor.ts';

/** Room for a workflow of some ten nodes at nearly full size. */
const size = { width: 1440, height: 1080 };
const margin = 16;

/** Leaves the nodes and notes on the canvas; the grid of dots makes a picture large. */
const onlyTheWorkflow = `
body { visibility: hidden; background: #f5f5f5 }
.vue-flow { visibility: visible }
.vue-flow__minimap,
[data-test-id="canvas-background"],
[data-test-id="canvas-controls"],
[data-test-id="canvas-node-toolbar"],
[data-test-id="canvas-handle-plus-wrapper"],
[data-test-id="node-issues"],
[data-test-id^="execute-workflow-button"] { visibility: hidden !important }
`;

interface Area {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** The part of a browser's elements that is measured; the scripts are compiled without the types of a browser. */
interface PageElement {
	childElementCount: number;
	querySelectorAll: (selector: string) => Iterable<PageElement>;
	checkVisibility: (options: object) => boolean;
	getBoundingClientRect: () => Record<'left' | 'top' | 'right' | 'bottom' | 'width' | 'height', number>;
}

/** Measures the area of all visible nodes, notes and names. */
const areaOf = async (page: Page): Promise<Area> => {
	const boxes = await page.locator('.vue-flow__node').evaluateAll((nodes: PageElement[]) =>
		nodes
			.flatMap((node) => [
				node,
				// An element that encloses others may hold room for hidden ones.
				...[...node.querySelectorAll('*')].filter(
					(element) =>
						element.childElementCount === 0 &&
						element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
				),
			])
			.map((element) => element.getBoundingClientRect())
			.filter(({ width, height }) => width > 0 && height > 0)
			.map(({ left, top, right, bottom }) => ({ left, top, right, bottom })),
	);
	const x = Math.floor(Math.min(...boxes.map(({ left }) => left)) - margin);
	const y = Math.floor(Math.min(...boxes.map(({ top }) => top)) - margin);
	const right = Math.ceil(Math.max(...boxes.map(({ right }) => right)) + margin);
	const bottom = Math.ceil(Math.max(...boxes.map(({ bottom }) => bottom)) + margin);
	return { x, y, width: right - x, height: bottom - y };
};

/** n8n moves a workflow to its place before one's eyes. */
const areaAtRest = async (page: Page): Promise<Area> => {
	for (let before = ''; ; await delay(300)) {
		const area = await areaOf(page);
		if (JSON.stringify(area) === before) return area;
		before = JSON.stringify(area);
	}
};

/** Pictures a stored workflow alone: its nodes and notes, without n8n around them. */
export const pictureWorkflow = async (editor: Editor, id: string, file: string): Promise<void> => {
	await editor.openWorkflow(id);
	await editor.page.setViewportSize(size);
	await editor.at('zoom-to-fit').click();
	await editor.page.addStyleTag({ content: onlyTheWorkflow });
	await editor.page.screenshot({ path: file, clip: await areaAtRest(editor.page), animations: 'disabled' });
};
