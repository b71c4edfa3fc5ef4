import { entryOf } from '../../scripts/release/changelog.ts';

const CHANGELOG =
	'# Changelog\n\n## [Unreleased]\n\n- Soon.\n\n## [1.1.0] - 2026-05-31\n\n### Added\n\n- A node.\n\n## [1.0.0] - 2026-01-31\n\n- All.\n';

it('the notes of a version are its entry alone', () => {
	expect(entryOf(CHANGELOG, '1.1.0')).toEqual({ date: '2026-05-31', text: '### Added\n\n- A node.' });
	expect(entryOf(CHANGELOG, '1.0.0')).toEqual({ date: '2026-01-31', text: '- All.' });
	expect(entryOf(CHANGELOG, '1.0')).toBeUndefined();
	expect(entryOf(CHANGELOG, 'Unreleased')).toBeUndefined();
});
