*** Settings ***
Documentation       A suite of Robot Framework as one writes it for a phone. It takes a picture when a keyword fails, as AppiumLibrary
...                 does unless told otherwise. Only the address and the capabilities `greenroom:...` are Greenroom's.
Library             AppiumLibrary
Library             Collections
Library             OperatingSystem
Test Setup          Open Notes
Test Teardown       Close Application


*** Variables ***
${APPIUM}           http://127.0.0.1:4723
${NOTES}            com.example.notes
${SETTINGS}         com.apple.Preferences
${SAFARI}           com.apple.mobilesafari
@{TOUCH}            touch
&{TOOLBAR}          name=toolbar
&{SAVE}             name=saveButton    handles=${TOUCH}
@{RESPONDERS}       ${TOOLBAR}    ${SAVE}
@{SCHEMES}          notes
&{SCHEME}           CFBundleURLSchemes=${SCHEMES}
@{URL_TYPES}        ${SCHEME}
&{INFO_PLIST}       CFBundleURLTypes=${URL_TYPES}
&{APP}              bundleID=${NOTES}    name=Notes    lifecycle=scenes    responders=${RESPONDERS}
...                 infoPlist=${INFO_PLIST}
@{APPS}             ${APP}


*** Test Cases ***
Capabilities Have No Prefix
    ${version}    Get Capability    platformVersion
    Should Be Equal    ${version}    18.2
    ${name}    Get Capability    deviceName
    Should Be Equal    ${name}    iPhone 15

The App Is In Front
    State Should Be    ${NOTES}    4

An App That Is Left Comes Back
    Background Application    30
    State Should Be    ${NOTES}    4

An App That Is Left Is Suspended
    Background Application    -1
    State Should Be    ${NOTES}    3
    Execute Script    greenroom: advance    seconds=${10}
    State Should Be    ${NOTES}    2

An App Is Terminated And Launched
    Terminate Application    ${NOTES}
    State Should Be    ${NOTES}    1
    Activate Application    ${NOTES}
    State Should Be    ${NOTES}    4

An App That Is Removed Is Not Installed
    Remove Application    ${NOTES}
    State Should Be    ${NOTES}    0

Locked And Unlocked
    Execute Script    mobile: lock
    ${locked}    Execute Script    mobile: isLocked
    Should Be True    ${locked}
    Execute Script    mobile: unlock
    State Should Be    ${NOTES}    4

Elements By Their Accessibility Id
    Page Should Contain Element    accessibility_id=saveButton
    Page Should Contain Element    accessibility_id=Notes
    Page Should Not Contain Element    accessibility_id=nothing

Elements By Name And Id
    Page Should Contain Element    name=saveButton
    Page Should Contain Element    id=toolbar

Elements By XPath
    Page Should Contain Element    xpath=//XCUIElementTypeOther[@name="saveButton"]
    Page Should Contain Element    //*[contains(@label, 'Button')]
    Xpath Should Match X Times    //XCUIElementTypeOther    2

Elements By Predicate String
    Page Should Contain Element    predicate=name == 'saveButton' AND enabled == 1

Elements By Class Chain
    Page Should Contain Element    chain=**/XCUIElementTypeOther[`name BEGINSWITH 'save'`]

Elements By Class
    ${found}    Get Webelements    class=XCUIElementTypeOther
    Length Should Be    ${found}    2

Text On The Page
    Page Should Contain Text    saveButton
    Page Should Not Contain Text    loadButton

The Source
    ${source}    Get Source
    Should Contain    ${source}    XCUIElementTypeApplication
    Should Contain    ${source}    ${NOTES}

An Element Is Touched
    Click Element    accessibility_id=saveButton
    Last Touch Should Be    saveButton

An Element Is Tapped
    Tap    accessibility_id=saveButton
    Last Touch Should Be    saveButton

Coordinates Are Tapped
    ${place}    Get Element Location    accessibility_id=toolbar
    @{point}    Create List    ${${place}[x] + 10}    ${${place}[y] + 10}
    @{points}    Create List    ${point}
    Tap With Positions    100ms    @{points}
    Last Touch Should Be    toolbar

Attributes Of Elements
    Element Attribute Should Match    accessibility_id=saveButton    name    saveButton
    Element Attribute Should Match    accessibility_id=saveButton    enabled    true
    ${label}    Get Element Attribute    accessibility_id=saveButton    label
    Should Be Equal    ${label}    saveButton

Elements Are Enabled And Visible
    Element Should Be Enabled    accessibility_id=saveButton
    Element Should Be Visible    accessibility_id=saveButton

Size And Place Of An Element
    ${size}    Get Element Size    accessibility_id=saveButton
    Should Be True    ${size}[width] > 0 and ${size}[height] > 0
    ${rect}    Get Element Rect    accessibility_id=saveButton
    Should Be True    ${rect}[y] > 0

Waiting For What Is There
    Wait Until Page Contains    saveButton    timeout=5s
    Wait Until Element Is Visible    accessibility_id=saveButton    timeout=5s
    Wait Until Page Does Not Contain Element    accessibility_id=spinner    timeout=5s

Text Is Clicked
    Click Text    saveButton
    Last Touch Should Be    saveButton

An Element In Another
    ${window}    Get Webelement    class=XCUIElementTypeWindow
    ${save}    Get Webelement In Webelement    ${window}    accessibility_id=saveButton
    Should Not Be Equal    ${save}    ${None}

The Time Of The Device
    ${before}    Get Device Time    X
    Lock    20
    ${after}    Get Device Time    X
    Should Be Equal As Integers    ${${after} - ${before}}    20

The Alert Of A Permission Is Answered
    Execute Script    greenroom: action    action=requestPermission    permission=camera
    Page Should Contain Text    Would Like to Access the Camera
    ${buttons}    Execute Script    mobile: alert    action=getButtons
    Should Contain    ${buttons}    Allow
    Execute Script    mobile: alert    action=accept    buttonLabel=Allow
    Page Should Not Contain Text    Would Like to Access the Camera

A Button Of An Alert Is Clicked
    Execute Script    greenroom: action    action=requestPermission    permission=location
    Click Element    accessibility_id=Allow While Using App
    Page Should Not Contain Element    class=XCUIElementTypeAlert

Settings Are Opened
    Activate Application    ${SETTINGS}
    State Should Be    ${SETTINGS}    4
    State Should Be    ${NOTES}    3
    Page Should Contain Element    accessibility_id=Settings

A Web Page Opens Safari
    Go To Url    https://example.com
    State Should Be    ${SAFARI}    4
    State Should Be    ${NOTES}    3

A Link Of The App Opens It
    Execute Script    mobile: pressButton    name=home
    Go To Url    notes://page/7
    State Should Be    ${NOTES}    4

A Picture Is Taken
    Capture Page Screenshot    phone.png
    File Should Exist    ${OUTPUT DIR}/phone.png

A Failure Takes A Picture
    Run Keyword And Expect Error    *nothing*    Click Element    accessibility_id=nothing

The Device Is Turned
    Landscape
    ${width}    Get Window Width
    ${height}    Get Window Height
    Should Be True    ${width} > ${height}
    Portrait

The Place Of The Device
    Set Location    ${49.28}    ${-123.12}
    ${place}    Execute Script    mobile: getSimulatedLocation
    Should Be Equal As Numbers    ${place}[latitude]    49.28

A Button Of An Alert By Its Label
    Execute Script    greenroom: action    action=requestPermission    permission=notifications
    Click Alert Button    Allow
    Page Should Not Contain Element    class=XCUIElementTypeAlert

Home And Back By An Icon
    Execute Script    mobile: pressButton    name=home
    Click Element    //XCUIElementTypeIcon[@name='Notes']
    State Should Be    ${NOTES}    4


*** Keywords ***
Open Notes
    Open Application    ${APPIUM}    platformName=iOS    appium:automationName=XCUITest    appium:platformVersion=18.2
    ...    appium:deviceName=iPhone 15    appium:bundleId=${NOTES}    greenroom:apps=${APPS}    greenroom:clock=manual

State Should Be
    [Arguments]    ${app}    ${expected}
    ${state}    Execute Script    mobile: queryAppState    bundleId=${app}
    Should Be Equal As Integers    ${state}    ${expected}

Last Touch Should Be
    [Arguments]    ${target}
    ${timeline}    Execute Script    greenroom: timeline    kind=dispatch    last=${1}
    Should Be Equal    ${timeline}[records][0][target]    ${target}
