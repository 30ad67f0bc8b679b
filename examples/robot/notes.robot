*** Settings ***
Documentation       What a suite of Robot Framework, written for phones, finds out about the processes of an app. The device is
...                 one that each session makes; its clock is moved by hand, so that a minute takes no time.
Library             AppiumLibrary
Library             Collections
Test Setup          Open Notes
Test Teardown       Close Application


*** Variables ***
${APPIUM}           http://127.0.0.1:4723
${NOTES}            com.example.notes
&{SAVE}             action=save    takesSeconds=${1.5}
@{SAVING}           ${SAVE}
&{SAVES}            sceneDidEnterBackground(_:)=${SAVING}
@{MODES}            remote-notification
&{INFO_PLIST}       UIBackgroundModes=${MODES}
&{APP}              bundleID=${NOTES}    lifecycle=scenes    behavior=${SAVES}    infoPlist=${INFO_PLIST}
@{APPS}             ${APP}


*** Test Cases ***
An App That Is Left For Half A Minute Is In Front Again
    Background Application    30
    State Should Be    running in foreground

Notes Saves Before The System Kills It
    Execute Script    greenroom: action    action=edit    count=${3}
    Background Application    -1
    State Should Be    running in background
    Execute Script    greenroom: advance    seconds=${10}
    State Should Be    suspended
    Execute Script    greenroom: event    type=app.terminate    cause=jetsam
    State Should Be    not running
    ${app}    Execute Script    greenroom: app
    Should Be Equal As Integers    ${app}[lastExit][unsavedChanges]    0

A Silent Push Wakes A Suspended App, And Not One That The User Has Quit
    Background Application    -1
    Execute Script    greenroom: advance    seconds=${60}
    Verdict Of A Silent Push Should Be    delivered
    Execute Script    greenroom: event    type=app.forceQuit
    Verdict Of A Silent Push Should Be    dropped


*** Keywords ***
Open Notes
    Open Application    ${APPIUM}    platformName=iOS    appium:automationName=XCUITest    appium:bundleId=${NOTES}
    ...    greenroom:apps=${APPS}    greenroom:clock=manual

State Should Be
    [Arguments]    ${expected}
    VAR    @{names}    unknown    not running    suspended    running in background    running in foreground
    ${state}    Execute Script    mobile: queryAppState    bundleId=${NOTES}
    Should Be Equal    ${names}[${state}]    ${expected}

Verdict Of A Silent Push Should Be
    [Arguments]    ${expected}
    VAR    &{aps}    content-available=${1}
    VAR    &{payload}    aps=${aps}
    ${outcome}    Execute Script    greenroom: event    type=push.deliver    pushType=background    priority=${5}
    ...    payload=${payload}
    VAR    @{verdicts}
    FOR    ${record}    IN    @{outcome}[records]
        IF    '${record}[kind]' == 'verdict'    Append To List    ${verdicts}    ${record}[verdict]
    END
    Should Be Equal    ${verdicts}[0]    ${expected}
