"""Walks through lessons of the dashboard, with the keyboard alone, and reads the articles. dashboard_lessons_test.py URL"""

import os
import sys

from playwright.sync_api import expect, sync_playwright

from dashboard_browser import Browser, Server

SERVER = Server(sys.argv[1])


def focus(page, element):
    """Presses Tab until an element has the focus."""
    for _ in range(40):
        if element.evaluate("(element) => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {element}")


def a_lesson_is_walked(chromium, lesson, locale, **options):
    """Opens a lesson from the list, takes all its steps, and goes on to the next lesson or to the list."""
    browser = Browser(chromium, SERVER, viewport={"width": 1400, "height": 900}, locale=locale, **options)
    page = browser.page
    browser.open("learn")
    card = page.locator(f'.card[href="#/learn/{lesson}"]')
    expect(card).to_be_visible()
    focus(page, card)
    page.keyboard.press("Enter")
    button = page.locator(".lesson-next button")
    expect(button).to_be_visible()
    focus(page, button)
    steps = page.locator(".lesson-steps > li")
    taken = 0
    while button.is_visible():
        page.keyboard.press("Enter")
        taken += 1
        expect(steps).to_have_count(taken)
        expect(page.locator(".lesson-next p")).not_to_have_text("")
        expect(steps.last.locator(".text p").first).to_be_visible()
        browser.draws()
    expect(page.locator(".state-diagram .lit").first).to_be_visible()
    assert page.evaluate("document.activeElement.matches('.lesson-next a')"), "the focus is lost at the end"
    # A number leads to its rule, and back.
    rule = page.locator("button.rule").first
    rule.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".rule-note").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".rule-note").first).to_be_hidden()
    page.locator(".lesson-next a").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".lesson-steps > li")).to_have_count(0)
    browser.check(f"{lesson}, {locale}")


def the_reader_comes_back(chromium):
    """Leaves a lesson in the middle, tries something else, and goes on."""
    browser = Browser(chromium, SERVER, viewport={"width": 1400, "height": 900})
    page = browser.page
    browser.open("#/learn/states")
    for _ in range(2):
        page.get_by_role("button", name="Do it").click()
    expect(page.locator(".state-diagram .lit.inactive")).to_be_visible()
    page.get_by_text("Try something else").click()
    # The buttons of the app say why they cannot be used.
    suspend = page.get_by_role("button", name="Suspend")
    expect(suspend).to_be_disabled()
    expect(suspend).to_have_attribute("title", "The app is not in the background.")
    page.get_by_role("button", name="Answer").click()
    expect(page.locator(".state-diagram .lit.background")).to_be_visible()
    expect(page.locator(".off-path")).to_have_count(1)
    page.get_by_role("button", name="Back to the lesson").click()
    expect(page.locator(".state-diagram .lit.inactive")).to_be_visible()
    expect(page.locator(".lesson-steps > li")).to_have_count(2)
    # The device of a lesson is one like any other, and the lesson remembers where it was.
    page.get_by_role("link", name="Open this device").click()
    expect(page.locator("svg.timeline")).to_be_visible()
    page.go_back()
    expect(page.locator(".lesson-steps > li")).to_have_count(2)
    page.get_by_role("button", name="One step back").click()
    expect(page.locator(".state-diagram .lit.active")).to_be_visible()
    page.get_by_role("button", name="From the beginning").click()
    expect(page.locator(".lesson-steps > li")).to_have_count(0)
    browser.check("coming back")


def articles_are_read(chromium):
    """Goes to the page about the articles from the dialog for a new device and from a lesson, and follows its links."""
    words = {"en-US": ("New device", "The articles, statement by statement", "section 4", "Section 4: to the background"),
             "zh-CN": ("新建设备", "逐条对照三篇文章", "文章三第 4 节", "4、转到后台")}
    for locale, (new_device, page_name, part, heading) in words.items():
        for options in ({"viewport": {"width": 1400, "height": 900}},
                        {"viewport": {"width": 400, "height": 800}, "color_scheme": "dark"}):
            browser = Browser(chromium, SERVER, locale=locale, **options)
            page = browser.page
            browser.open()
            assert not any(path.endswith(".md") for path in browser.requests), "only their own page loads the articles"
            page.get_by_role("button", name=new_device).click()
            page.get_by_role("dialog").get_by_role("link", name=page_name).click()
            expect(page.get_by_role("heading", level=1)).to_have_text(page_name)
            expect(page.get_by_role("dialog")).to_have_count(0)
            # Each link leads somewhere: to a part of this page, or to what the server has.
            ids = page.locator("article :is(h2, h3)").evaluate_all("all => all.map(({ id }) => id)")
            links = page.locator("main a, #crumbs a").evaluate_all("all => all.map((one) => one.getAttribute('href'))")
            assert len(links) > 20
            for link in links:
                if link.startswith("#/articles/"):
                    assert f"part-{link.split('/')[2]}" in ids, link
                elif not link.startswith("#/"):
                    assert page.request.get(SERVER.url + link).ok, link
            # A rule is explained below the row that names it.
            rule = page.locator("article button.rule").first
            rule.focus()
            page.keyboard.press("Enter")
            expect(page.locator("article .rule-note:visible")).to_contain_text("ios18")
            browser.open("#/learn/five-seconds")
            page.locator(".lead").get_by_role("link", name=part).click()
            expect(page.get_by_role("heading", name=heading, exact=True)).to_be_focused()
            expect(page.get_by_role("heading", name=heading, exact=True)).to_be_in_viewport()
            assert page.title() == f"{heading} · Greenroom", page.title()
            browser.check(f"the articles, {locale}, {options}")


def main():
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=["--no-sandbox"])
        a_lesson_is_walked(chromium, "states", "en")
        a_lesson_is_walked(chromium, "five-seconds", "zh-CN")
        a_lesson_is_walked(chromium, "articles-and-ios18", "zh-CN", color_scheme="dark")
        the_reader_comes_back(chromium)
        articles_are_read(chromium)
        chromium.close()


main()
