/** How `voice-agent-sandbox test` reads the files of workflows and of their scenarios. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nameFile, readPinnedItems, readTests, readWorkflows } from '../src/tester/files.ts';

const WORKFLOW = { name: 'Mine', nodes: [], connections: {} };
const SCENARIO = { title: 'A', story: 'S', expected: 'E', steps: [] };

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'workflow-files-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);
function write(name: string, content: unknown, before = ''): string {
	writeFileSync(at(name), before + JSON.stringify(content));
	return at(name);
}
/** Writes scenarios, each with the name of its file as its title. */
const writeScenarios = (...names: string[]) => names.forEach((title) => write(title, { ...SCENARIO, title }));
const titlesFor = (...files: string[]) => readTests(files, []).map(({ scenario }) => scenario.title);

it('the scenarios of a workflow begin like it; those of workflow.json need not', () => {
	writeScenarios('a.scenario.json', 'a.b.scenario.json', 'ab.scenario.json');
	writeScenarios('scenario.json', 'scenario.closed.json', 'workflow.open.scenario.json');
	write('scenarios.json', WORKFLOW);
	expect(titlesFor(write('a.json', WORKFLOW))).toEqual(['a.b.scenario.json', 'a.scenario.json']);
	expect(titlesFor(write('workflow.json', WORKFLOW))).toEqual([
		'scenario.closed.json',
		'scenario.json',
		'workflow.open.scenario.json',
	]);
	expect(() => titlesFor(write('b.json', WORKFLOW))).toThrow('Write b.scenario.json beside it');
});

it('scenarios among the workflows are passed over', () => {
	writeScenarios('scenario.json', 'scenario.closed.json', 'workflow.more.scenario.json');
	const files = ['scenario.json', 'scenario.closed.json', 'workflow.more.scenario.json'].map(at);
	expect(titlesFor(...files, write('workflow.json', WORKFLOW))).toHaveLength(3);
	expect(() => titlesFor(...files)).toThrow('is a scenario. Name the workflow that it tests.');
});

it('a report names the only workflow of a folder with the folder', () => {
	expect(nameFile('examples/triage/workflow.json')).toBe('triage/workflow.json');
	expect(nameFile('examples/triage.json')).toBe('triage.json');
});

it('a list as `n8n export:workflow` writes it is read, and one of several only beside the one that is tested', () => {
	writeScenarios('one.scenario.json', 'two.scenario.json');
	const one = write('one.json', [{ ...WORKFLOW, id: '1', active: false }]);
	const two = write('two.json', [WORKFLOW, WORKFLOW]);
	expect(readTests([one], []).map(({ workflow }) => workflow.name)).toEqual(['Mine']);
	expect(() => readTests([two], [])).toThrow('two.json holds 2 workflows, and a scenario tests one.');
	expect(readWorkflows(two)).toHaveLength(2);
});

it('a byte order mark is no part of a file', () => {
	write('a.scenario.json', SCENARIO, '\uFEFF');
	expect(titlesFor(write('a.json', WORKFLOW, '\uFEFF'))).toEqual(['A']);
	expect(readPinnedItems(write('items.json', [{ a: 1 }], '\uFEFF'))).toEqual([{ a: 1 }]);
});
