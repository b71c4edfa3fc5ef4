// This is not a module, so that it runs before the page is drawn and the page does not flash in another
// theme.
{
	const theme = localStorage.getItem('theme');
	if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
}
